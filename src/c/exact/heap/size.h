/* How many bytes calls of malloc and calloc ask for. */
#ifndef CHORUS_C_EXACT_HEAP_SIZE_H
#define CHORUS_C_EXACT_HEAP_SIZE_H

#include "c/exact/model/state.h"

/* The number, if it is not too much. */
Term size_requested(Lowering *L, LLVMValueRef call);
/* Whether it is more than what is modelled. */
Term size_is_too_much(Lowering *L, LLVMValueRef call);
/* The number that it is in this context; 0: not constant. */
uint64_t size_constant(Lowering *L, LLVMValueRef call);

#endif
