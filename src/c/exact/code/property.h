/* Assumptions, assertions and atomic sections. */
#ifndef CHORUS_C_EXACT_CODE_PROPERTY_H
#define CHORUS_C_EXACT_CODE_PROPERTY_H

#include "c/exact/model/state.h"

/* The call's first argument holds afterwards. */
void lower_assume(Lowering *L, LLVMValueRef call);
/* Likewise; where it does not, an error. */
void lower_assert(Lowering *L, LLVMValueRef call);
/* A call that fails; control does not come back. */
void lower_error(Lowering *L, LLVMValueRef call);
/* Sections nest. */
void atomic_begin(Lowering *L);
void atomic_end(Lowering *L);

#endif
