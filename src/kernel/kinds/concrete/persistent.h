/* Persistent sets of threads (Godefroid 1996), and what it takes that nobody is ignored.
 *
 * In a state, a set T of threads such that whatever the others do before one of T moves is independent of what those of
 * T may do next (letters.h). Threads that cannot move, and whose steps nobody outside of T can make possible, do
 * nothing before. Only the threads of T are moved, if one of their steps, which no other thread is stopped by, leads to
 * a state that is yet to be expanded; else all are.
 *
 * Claim: from every state s that is expanded, if a run w leads to an error (or to a state that violates D, sections.h),
 * some such state is found. Induction over the length of w, and then from the states expanded last to those expanded
 * first (there are finitely many). If a step of a thread in T occurs in w, the first of these may as well come first,
 * and leads to a state that was found, with a shorter run; likewise where all threads are moved. If none occurs, take
 * the step that leads to a state expanded later: w can be taken from there, since its steps are independent of that
 * one. It may not stop the other threads, nor must any step of T, which would be moved before theirs. What is eager
 * (kernel/kinds/invariant/eager.h) is such a set, too. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_PERSISTENT_H
#define CHORUS_KERNEL_KINDS_CONCRETE_PERSISTENT_H

#include "kernel/kinds/concrete/explorer.h"

/* Of x->at: possible[i] says whether thread i can move. Fills in which threads are in the set. False: none is known
 * that is smaller than all. */
bool persistent_choose(Explorer *x, const Possible *possible, bool *in);

#endif
