/* Threads: parameters, start and end. */
#ifndef CHORUS_C_EXACT_CODE_THREAD_H
#define CHORUS_C_EXACT_CODE_THREAD_H

#include "c/exact/model/state.h"

/* Starts a thread with these arguments; handle may be NULL. */
void lower_spawn(Lowering *L, LLVMValueRef call, LLVMValueRef function, const LLVMValueRef *args, uint32_t count,
                 LLVMValueRef handle);
void lower_create(Lowering *L, LLVMValueRef call);
void lower_self(Lowering *L, LLVMValueRef call);
void lower_equal(Lowering *L, LLVMValueRef call);
void lower_cancel_state(Lowering *L, LLVMValueRef call);
void thread_end(Lowering *L);
/* Likewise; value: what the thread returns, NULL = nothing. */
void thread_return(Lowering *L, LLVMValueRef value);
/* Leads the cursor to a location that ends it. */
void thread_end_at(Lowering *L, LocId loc);
void thread_halt(Lowering *L);
void thread_lower(Lowering *L, Thread *thread);

#endif
