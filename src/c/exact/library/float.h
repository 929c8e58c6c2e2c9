/* Arithmetic of floating point, whose results are any values. */
#ifndef CHORUS_C_EXACT_LIBRARY_FLOAT_H
#define CHORUS_C_EXACT_LIBRARY_FLOAT_H

#include "c/exact/model/state.h"

/* An operation, a conversion or a comparison. */
void lower_float(Lowering *L, LLVMValueRef instruction);
/* An operation on integers of more than 64 bits, or that gives one, likewise; what they are made of is never looked at,
 * only moved about as a whole. */
bool is_wide_operation(LLVMValueRef i);
void lower_wide(Lowering *L, LLVMValueRef instruction);
/* Whether the type is one of floating point that is moved about. */
bool type_is_float(LLVMTypeRef type);

#endif
