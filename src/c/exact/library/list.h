/* Lists of variable arguments. */
#ifndef CHORUS_C_EXACT_LIBRARY_LIST_H
#define CHORUS_C_EXACT_LIBRARY_LIST_H

#include "c/exact/model/state.h"

/* A call of llvm.va_start, llvm.va_end or llvm.va_copy. */
void lower_list(Lowering *L, LLVMValueRef call, const char *name);

#endif
