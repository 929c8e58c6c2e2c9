/* A run goes on in one of the two processes of a fork: each has memory of its own, so that what one does the other does
 * not see. Where they share some (mmap, shmat, sem_open) the model ends at the fork.
 *
 * The new process has one thread, the one that forks. Where only main's thread can run at the fork, the model is exact:
 * 0 is one result, a number that no other call gave is another, and a run to an error may go on with either. Where
 * others may run, they run on in the model: more runs than there are, so that a proof holds; a run to an error through
 * the new process is none (Step.approximate). What others hold there is never given back, though, and nobody signals:
 * where deadlocks are asked the model ends at the first place where the new process may wait. A process of one thread
 * has no races: where nothing but races and deadlocks is asked, and it starts none, it is left out. */
#ifndef CHORUS_C_EXACT_THREADS_FORK_H
#define CHORUS_C_EXACT_THREADS_FORK_H

#include "c/exact/model/state.h"

/* At the call of a function that makes a process (c/library/process.h). */
void fork_check(Lowering *L, LLVMValueRef call);
/* The result of one that gives a process, between statements. */
void fork_bind(Lowering *L, LLVMValueRef call);

#endif
