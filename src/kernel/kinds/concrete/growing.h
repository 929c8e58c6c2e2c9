/* Growing variables: of states that differ in these only, the largest stands for all.
 *
 * Shared bit-vectors, as numbers without sign in the lower half of their range, where the orders with and without sign
 * agree. Let s <= t say that two states differ in growing variables only, and that none is larger in s. Variables grow
 * if, for each path between cut locations, each of its inputs, and all s <= t:
 *  G1 what s can take t can take, or it can take an error path of the same thread;
 *  G2 the values that it gives to other variables, and to locals of a thread that it starts, do not speak of them;
 *  G3 what it gives to one is not larger from s than from t, if that is in the lower half from t.
 * So what leads from s to an error leads from t to one, and not later: what s does t does too, to states of which the
 * same can be said, or there is an error already (a simulation; Abdulla, Cerans, Jonsson and Tsay, LICS 1996). The
 * search looks at each of the largest states only, and that all values found in these are in the lower half.
 *
 * Beside the other reductions: the choice of persistent sets and D of sections.h speak of locations and values of
 * locals, which s and t share, and of an error that can be reached from t in no more steps. That a thread is left for
 * later needs a state that is fresh; a state that stands for a fresh one is looked at later still (states are left out
 * for such as were found after them, or before they were). */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_GROWING_H
#define CHORUS_KERNEL_KINDS_CONCRETE_GROWING_H

#include "kernel/kinds/concrete/explorer.h"

/* Finds growing variables: the most for which G1 to G3 are seen to hold, or with trust may hold as far as is seen
 * without the solver. Does nothing if the certificate does not ask for them. */
void growing_init(Explorer *x);
/* After a search with trust that has found no problem: that one of the variables does not grow is one. What has been
 * found to grow wrongly leaves out states, but adds none: an error that was found before is there. */
void growing_confirm(Explorer *x);
void growing_clear(Explorer *x);
/* Adds a state, or finds one that stands for it: its number. A value in the upper half is a problem. */
uint32_t growing_add(Explorer *x, const ConcreteState *s);
/* Does another state stand for this one? */
bool growing_is_covered(const Explorer *x, uint32_t state);

#endif
