/* Condition variables as the property no-deadlock needs them: who waits, and who has been signalled. A wait still may
 * end at any time, as POSIX allows; but one that nobody signals cannot be relied upon to end (stuck.h).
 *
 * Two counts for each condition variable: of the threads that wait and have not been signalled, and of the signals that
 * woke a thread which has not left yet. A signal wakes one of those that wait then. Which one is said when it leaves,
 * and until then no other thread begins to wait for the same variable. So who leaves was there when the signal came.
 *
 * Every run of the model is one that POSIX allows. The other way round a run is a run of the model where each thread
 * that a signal wakes leaves right behind the signal: it goes on to take its mutex at any time after that, and nobody
 * sees it leave. Leaving is always possible, so that who begins to wait is held up, but not for ever. */
#ifndef CHORUS_C_EXACT_THREADS_CONDITION_H
#define CHORUS_C_EXACT_THREADS_CONDITION_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* One condition variable that a call may be about. */
typedef struct ConditionTarget {
    Term guard;         /* it is this one; TERM_NONE: always */
    uint32_t condition; /* in Waits.conditions */
} ConditionTarget;

typedef struct ConditionTargets {
    VEC(ConditionTarget) list;
    VarId which; /* of several: the number of the one that the thread at hand waits for; NO_ID for one */
} ConditionTargets;

/* The condition variables at the operand, of a call that waits if is_wait; none: the property is not asked, or it is
 * not known which one that is, which is then unproved. Guards exclude each other; where none holds the behaviour is
 * undefined. */
void condition_find(Lowering *L, LLVMValueRef operand, bool is_wait, ConditionTargets *targets);
/* With the step the thread at hand begins to wait, and gives back the mutex that the variable stands for (.i = NO_ID:
 * it is not known which). Nothing for no targets. */
void condition_sleep(Lowering *L, ConditionTargets *targets, bool is_timed, VarId mutex, Step *step);
/* It stops waiting, in a step of its own, if it did wait. */
void condition_wake(Lowering *L, const ConditionTargets *targets, bool is_timed, Term did_wait);
/* A call that signals one thread, or all; nothing for other calls. */
void condition_signal(Lowering *L, LLVMValueRef call);

#endif
