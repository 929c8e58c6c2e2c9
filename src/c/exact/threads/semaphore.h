/* Unnamed semaphores: the value. */
#ifndef CHORUS_C_EXACT_THREADS_SEMAPHORE_H
#define CHORUS_C_EXACT_THREADS_SEMAPHORE_H

#include "c/exact/model/state.h"

void lower_semaphore(Lowering *L, LLVMValueRef call, Intrinsic operation);

#endif
