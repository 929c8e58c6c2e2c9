/* Read-write locks: whether a writer holds the lock, how many read locks there are, and in each thread what it holds.
 * The number of read locks is a mathematical integer, so that it is right for every number of threads. A writer that
 * asks again is told so by EDEADLK, or waits for ever; POSIX allows both. Readers do not wait for writers that wait;
 * where an implementation makes them wait, they could as well have been slow. (Only a reader that has the lock already
 * may wait for ever then, which is a question of no-deadlock: rwlock_prefer.) */
#ifndef CHORUS_C_EXACT_THREADS_RWLOCK_H
#define CHORUS_C_EXACT_THREADS_RWLOCK_H

#include "c/exact/model/state.h"

void lower_rwlock(Lowering *L, LLVMValueRef call, Intrinsic operation);
/* The call, of attributes of locks, may say that writers that wait keep readers out. */
void rwlock_prefer(Lowering *L, LLVMValueRef call);

#endif
