/* Mutexes and condition variables. A mutex is true while held. Relocking blocks for ever, as a normal mutex does,
 * unless it is of another type: then each thread counts how often it holds the mutex, which also tells whether it does.
 * A condition variable has no state: POSIX lets a wait end at any time, without a signal. */
#ifndef CHORUS_C_EXACT_THREADS_MUTEX_H
#define CHORUS_C_EXACT_THREADS_MUTEX_H

#include "c/exact/model/state.h"

void lower_mutex(Lowering *L, LLVMValueRef call, Intrinsic operation);
void lower_attribute(Lowering *L, LLVMValueRef call, Intrinsic operation);
void lower_wait(Lowering *L, LLVMValueRef call);

#endif
