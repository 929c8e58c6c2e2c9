/* Lists of variable arguments. */
#ifndef CHORUS_FRONTEND_LIBRARY_LIST_H
#define CHORUS_FRONTEND_LIBRARY_LIST_H

#include "frontend/model/state.h"

/* A call of llvm.va_start, llvm.va_end or llvm.va_copy. */
void lower_list(Lowering *L, LLVMValueRef call, const char *name);

#endif
