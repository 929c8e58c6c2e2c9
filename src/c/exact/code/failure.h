/* Calls that end the process, some of which are errors. */
#ifndef CHORUS_C_EXACT_CODE_FAILURE_H
#define CHORUS_C_EXACT_CODE_FAILURE_H

#include "c/compile/intrinsics.h"
#include "c/exact/model/state.h"

/* Whether a call of the function is an error. */
bool call_is_error(const Lowering *L, Intrinsic intrinsic, const char *name);
/* A call of what a failing assertion calls, or of what ends the process: an error, or the end. */
void lower_failure(Lowering *L, LLVMValueRef call);
void lower_halt(Lowering *L, LLVMValueRef call);

#endif
