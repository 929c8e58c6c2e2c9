/* Calls: known functions, inlining, and functions without a body. */
#ifndef CHORUS_C_EXACT_CODE_CALL_H
#define CHORUS_C_EXACT_CODE_CALL_H

#include "c/exact/model/state.h"

/* The cursor is not reachable afterwards when control does not come back. */
void lower_call(Lowering *L, LLVMValueRef call);
/* Whether the instruction is a call that fails at once, like __assert_fail. */
bool is_error_call(const Lowering *L, LLVMValueRef instruction);

#endif
