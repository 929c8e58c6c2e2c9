/* Calls of functions without a body. */
#ifndef CHORUS_C_EXACT_CODE_UNKNOWN_H
#define CHORUS_C_EXACT_CODE_UNKNOWN_H

#include "c/exact/model/state.h"

/* The result is arbitrary, nothing else changes; refuses arguments through which something could. */
void lower_unknown(Lowering *L, LLVMValueRef call, const char *name);
/* Of a call whose operands are used no more: any result, if it has one, in a step that no counterexample may take.
 * name: of what is called. */
void unknown_bind(Lowering *L, LLVMValueRef call, const char *name);
/* Likewise; an address is one of those that were given. */
void unknown_bind_given(Lowering *L, LLVMValueRef call, const char *name, const Targets *given);
/* Of a known function whose operands are used no more: 0, or, if it may fail, any result in such a step. */
void unknown_bind_status(Lowering *L, LLVMValueRef call);
/* Whether the call is of a function that stands for what other code does (linker/targets.h), where that is not
 * modelled; then nothing is done, or the model ends here. */
bool lower_linked(Lowering *L, LLVMValueRef call, const char *name);
/* A function that does nothing but what its summary says. */
void lower_ignored(Lowering *L, LLVMValueRef call);
/* A place before a statement: an edge that does nothing, from the location where a thread stands before it. */
void lower_place(Lowering *L, LLVMValueRef call);

#endif
