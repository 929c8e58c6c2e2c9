/* Sections: what a thread does while it holds a lock, as one step.
 *
 * A certificate may say of locations that a thread there holds a lock (a shared Boolean). A thread comes to such
 * locations only by an edge that needs the lock to be free and takes it, and within them nobody assigns to the lock;
 * the edge that leaves them ends the section. While a thread is at one of these locations, only it is moved: no more
 * states are looked at than those in which at most one thread is within a section ("section runs"). Lipton's argument,
 * with its condition asked of the states that are found (after Stoller and Cohen, "Optimistic synchronization-based
 * state-space reduction"):
 *
 * D: in every state of a section run in which nobody is within a section, and for every two threads m and i there: the
 * next step e of m, and what i does in the section that it may enter next, touch no variable in common (one that one of
 * both writes, but for those to which both only add constants, whose order does not matter), unless e takes the same
 * lock. If e takes another lock, "e" is all of its section.
 *
 * Claim: for each run of the program there is a section run q and beginnings r1 .. rk of sections of different threads
 * such that q r1 .. rk comes to the same state, and if an error can be taken there, it can be taken after q, or after q
 * and one ri. Induction over the length: let e be the next step. (1) Its thread is within a section, that of ri: by D
 * in the state after q no rj speaks of what e does (the locks are different: ri's is held from its first step on, and
 * its end or a step that D forbids would free it), so e comes right after ri; if it ends the section, q ri e is the new
 * q, and ri e comes before all rj. (2) It takes a lock: that is not the lock of any ri, since these are held; it is
 * r(k+1). (3) Otherwise, by D in the state after q, where m is where it is now, e is independent of all ri and comes
 * before them: q e is the new q. An error e is found after q ri in case (1), where ri e is independent of the other rj,
 * after q in the other cases. A section that does not come to its end is an ri for ever.
 *
 * Sections start no threads and enter no atomic section. Threads at atomic locations count as all others: while one is
 * there no other moves, in section runs as well. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_SECTIONS_H
#define CHORUS_KERNEL_KINDS_CONCRETE_SECTIONS_H

#include "kernel/kinds/concrete/explorer.h"

/* Are the locations that are said to be within sections such? */
bool sections_check(Checker *k);
/* Is a thread at the location within a section? */
bool sections_inside(const Checker *k, LocId l);
/* The lock that the edge takes to enter a section; .i == NO_ID: it enters none. */
VarId sections_entered(const Checker *k, const Edge *e);

#endif
