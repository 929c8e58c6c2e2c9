/* What threads wait for and what they hold, recorded while calls are lowered where the property no-deadlock is asked;
 * deadlock.h makes error edges of it. Where it is not asked, nothing is recorded and no variable made.
 *
 * What a thread holds: mutexes of another type than the default one and read-write locks count that anyway (sync_own);
 * other mutexes and spin locks get a local Boolean here (THREAD_OWNS). */
#ifndef CHORUS_C_EXACT_THREADS_WAITS_H
#define CHORUS_C_EXACT_THREADS_WAITS_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

bool waits_are_asked(const Lowering *L);
void waits_clear(Lowering *L);
/* For checks: are locations, cells and edges there, and do the edges start where the wait is? */
bool waits_are_valid(const Lowering *L);

/* With the step the thread at hand holds the lock, or does not. */
void waits_own(Lowering *L, uint32_t cell, bool holds, Step *step);
/* A call waits for the lock (is_read: for a read lock) where guard and blocked hold at the cursor, until it can go on
 * by a step whose member `wait` is the result. Guard: TERM_NONE = always. */
uint32_t waits_add_lock(Lowering *L, uint32_t cell, bool is_read, Term guard, Term blocked);
/* The waits from the first on are only where the condition holds. */
void waits_restrict(Lowering *L, uint32_t first, Term condition);
/* A call gives the lock back where frees holds, or initialises one that may be held: if the thread does not hold it,
 * what it held before is known no more. guards: TERM_NONE = always. */
void waits_add_release(Lowering *L, uint32_t cell, Term guard, Term held);
void waits_add_initial(Lowering *L, uint32_t cell, Term guard, Term held);
/* The end of a thread; see Ending. */
void waits_add_ending(Lowering *L, const Thread *t, uint32_t creation, Term own, Term runs);
/* The join, whose edge still goes on whenever its guard holds, will wait for the thread that the creation started where
 * blocked holds, too. creation NO_ID: nobody knows for which thread. */
void waits_add_join(Lowering *L, const Join *join, uint32_t creation, Term blocked);
/* The call at hand may be told that the thread holds the lock already, or wait for ever, as the C library likes, where
 * guard (TERM_NONE = always) and holds are: neither absence nor presence of a deadlock is right there. */
void waits_add_self(Lowering *L, Term guard, Term holds);
/* The call at hand waits, where guard holds (TERM_NONE = always), as long as taken does, which is over shared
 * variables. for what: "a semaphore". */
void waits_add_stop(Lowering *L, Term guard, Term taken, const char *waits);
/* An error edge of the property from a location, where the guard holds. what: what goes wrong; NULL = the model ends
 * there, and why tells why. .i = NO_ID: the guard never does. */
EdgeId waits_add_error(Lowering *L, LocId from, Term guard, const char *what, const char *why, SourcePos pos);
/* A shared variable that users do not see. */
VarId waits_count(Lowering *L, const char *name, uint64_t init, Sort sort);
/* How many threads have not ended and do not wait; made when first asked for. */
VarId waits_active(Lowering *L);
/* The call at hand may wait for something that is neither a lock nor a thread: what, as people say it. Nothing is
 * proved about that. */
void waits_add_other(Lowering *L, const char *what);

#endif
