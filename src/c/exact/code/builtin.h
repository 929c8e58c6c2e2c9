/* Calls of LLVM's own intrinsics. */
#ifndef CHORUS_C_EXACT_CODE_BUILTIN_H
#define CHORUS_C_EXACT_CODE_BUILTIN_H

#include "c/exact/model/state.h"

/* A call of a function named llvm.*. */
void lower_builtin(Lowering *L, LLVMValueRef call, const char *name);

#endif
