/* The property valid-sync: calls of the thread library that C and POSIX leave undefined, or answer by an error that
 * only misuse brings about. Error edges, made where a call is lowered; those about what others do at that time when all
 * is lowered. Where the property is not asked nothing is recorded and no variable made. Threads that are joined and
 * detached are valid_join.h's.
 *
 * Who holds a lock is known as no-deadlock knows it (waits.h): by a local variable of each thread. That is exact as
 * long as no misuse has happened: memory that is given again while a lock in it is held is a limit. Memory that nobody
 * has initialised counts as free: to use it so is undefined, and not looked at. */
#ifndef CHORUS_C_EXACT_THREADS_VALID_SYNC_H
#define CHORUS_C_EXACT_THREADS_VALID_SYNC_H

#include "c/exact/threads/sync.h"

bool valid_sync_is_asked(const Lowering *L);
void valid_sync_clear(Lowering *L);

/* The call at hand is on the object, with operands that are good at the cursor. It is wrong unless the condition holds;
 * what: what goes wrong, after the name of the object. */
void valid_sync_require(Lowering *L, const SyncTarget *t, Term holds, const char *what);
/* It locks the mutex, and waits as long as it must. */
void valid_sync_lock(Lowering *L, const SyncTarget *t);
/* Likewise a read-write lock. */
void valid_sync_lock_again(Lowering *L, const SyncTarget *t, bool is_write);
/* It gives the lock back, for good or for a wait. */
void valid_sync_unlock(Lowering *L, LLVMValueRef call, const SyncTarget *t);
/* It initialises or destroys the object. */
void valid_sync_renew(Lowering *L, LLVMValueRef call, const SyncTarget *t);
/* It waits for the semaphore where blocked holds. */
void valid_sync_block(Lowering *L, const SyncTarget *t, Term blocked);
/* A call that is no step otherwise: one on a condition variable, or that destroys a lock or a semaphore. */
void valid_sync_call(Lowering *L, LLVMValueRef call);

/* One condition variable that a call may mean. */
typedef struct SyncMeant {
    uint32_t condition;
    Term guard; /* TERM_NONE = always */
} SyncMeant;
typedef VEC(SyncMeant) SyncMeants;

/* A call waits for a condition variable with one of the mutexes: which ones there are; the list is to be freed. */
void valid_sync_wait(Lowering *L, LLVMValueRef call, const SyncTargets *mutexes, SyncMeants *meant);
/* The outcomes from number `first` on, of the mutex, begin the wait or end it, where they succeed. */
void valid_sync_sleep(Lowering *L, const SyncMeants *meant, const SyncTarget *mutex, Outcomes *outcomes, uint32_t first,
                      bool begins);

#endif
