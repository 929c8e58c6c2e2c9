/* Functions of the library whose results the model computes. */
#ifndef CHORUS_C_EXACT_CODE_COMPUTED_H
#define CHORUS_C_EXACT_CODE_COMPUTED_H

#include "c/exact/model/state.h"

/* What the call gives; a value of kind VAL_NONE: it is none of these functions. */
Val computed_result(Lowering *L, LLVMValueRef call, const char *name);

#endif
