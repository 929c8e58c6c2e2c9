/* Unnamed semaphores: the value. */
#ifndef CHORUS_FRONTEND_THREADS_SEMAPHORE_H
#define CHORUS_FRONTEND_THREADS_SEMAPHORE_H

#include "frontend/model/state.h"

void lower_semaphore(Lowering *L, LLVMValueRef call, Intrinsic operation);

#endif
