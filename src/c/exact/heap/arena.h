/* Objects without number that one call of malloc makes, as the elements of one array, the arena: each is given once, in
 * the order of their addresses, so that no two of them are one. Their addresses are drawn from a counter, which is what
 * proofs need to know of them. */
#ifndef CHORUS_C_EXACT_HEAP_ARENA_H
#define CHORUS_C_EXACT_HEAP_ARENA_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* Is there an arena for what the call of malloc or calloc makes, of so many bytes (0 = not constant) each? */
bool arena_is_used(Lowering *L, LLVMValueRef call, uint64_t size);
/* Adds to the step that it gives the next object, as `result`, and its address to the targets. */
void arena_take(Lowering *L, LLVMValueRef call, uint64_t size, VarId result, Targets *targets, Step *step);

#endif
