/* Whole objects: memset, memcpy. */
#ifndef CHORUS_FRONTEND_MEMORY_FILL_H
#define CHORUS_FRONTEND_MEMORY_FILL_H

#include "frontend/model/state.h"

void lower_memset(Lowering *L, LLVMValueRef call);
void lower_memcpy(Lowering *L, LLVMValueRef call, bool may_overlap);

#endif
