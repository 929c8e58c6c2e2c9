/* Condition variables as the property no-deadlock needs them: who waits, and who has been signalled. A wait still may
 * end at any time, as POSIX allows; but one that nobody signals cannot be relied upon to end (stuck.h).
 *
 * Two counts for each condition variable: of the threads that wait and have not been signalled, and of the signals that
 * woke a thread that has not left yet. A thread that begins to wait between the two may leave in the place of one that
 * was signalled, which POSIX does not allow: then, and ever after, the variable is "stolen", and what is found no proof
 * of an error. The other way round nothing is missed: what POSIX allows is among what the counts do. */
#ifndef CHORUS_C_EXACT_THREADS_CONDITION_H
#define CHORUS_C_EXACT_THREADS_CONDITION_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* The condition variable at the operand; NO_ID: the property is not asked, or it is not known which one that is, which
 * is then unproved. */
uint32_t condition_find(Lowering *L, LLVMValueRef operand, bool is_timed);
/* With the step the thread at hand begins to wait, and gives back the mutex that the variable stands for (.i = NO_ID:
 * it is not known which). Nothing for NO_ID. */
void condition_sleep(Lowering *L, uint32_t condition, bool is_timed, VarId mutex, Step *step);
/* It stops waiting, in a step of its own, if it did wait. */
void condition_wake(Lowering *L, uint32_t condition, bool is_timed, Term did_wait);
/* A call that signals one thread, or all; nothing for other calls. */
void condition_signal(Lowering *L, LLVMValueRef call);

#endif
