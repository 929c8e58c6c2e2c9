/* Atomic read-modify-writes, compare-and-exchanges. */
#ifndef CHORUS_C_EXACT_CODE_ATOMIC_H
#define CHORUS_C_EXACT_CODE_ATOMIC_H

#include "c/exact/model/state.h"

void lower_rmw(Lowering *L, LLVMValueRef instruction);
void lower_cmpxchg(Lowering *L, LLVMValueRef instruction);

/* A fence for other threads, if steps are asked for. */
void lower_fence(Lowering *L, LLVMValueRef instruction);

#endif
