/* Atomic read-modify-writes, compare-and-exchanges. */
#ifndef CHORUS_FRONTEND_CODE_ATOMIC_H
#define CHORUS_FRONTEND_CODE_ATOMIC_H

#include "frontend/model/state.h"

void lower_rmw(Lowering *L, LLVMValueRef instruction);
void lower_cmpxchg(Lowering *L, LLVMValueRef instruction);

#endif
