/* The heap: what malloc, calloc and realloc make.
 *
 * C lets malloc fail. Programs that do not look are undefined then, so that nothing is examined; where one looks, a
 * proof covers the failure, and a counterexample that needs it is marked: some take malloc not to fail.
 *
 * A call that is executed more than once takes its objects from a pool of fresh ones, none twice: where the pool ends
 * the model ends, which no proof passes and no counterexample. What free gives back is given again only where the
 * program can notice (c/exact/model/reuse.h). */
#ifndef CHORUS_C_EXACT_HEAP_HEAP_H
#define CHORUS_C_EXACT_HEAP_HEAP_H

#include "c/exact/model/state.h"

void lower_malloc(Lowering *L, LLVMValueRef call, bool is_calloc);
void lower_realloc(Lowering *L, LLVMValueRef call);
/* Whether an object made by malloc is one of several that the same call makes. */
bool heap_is_pooled(Lowering *L, LLVMValueRef call);

#endif
