/* Letters: what threads may do next and ever after, and which of that is independent.
 *
 * A letter is a path between cut locations in which the values that are known of its thread's locals are put in. What
 * a thread may do later is said with the values of locals that it does not assign to any more, those included that the
 * steps in between and the arguments of threads started then give them. Two letters of different threads are
 * independent when, in every state, neither makes the other possible or impossible and both orders come to the same
 * state; and when, if one enters a section, D holds of them (sections.h): so an order that violates D is not left out
 * either. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_LETTERS_H
#define CHORUS_KERNEL_KINDS_CONCRETE_LETTERS_H

#include "kernel/kinds/concrete/explorer.h"
#include "kernel/kinds/concrete/independent.h"

void letters_init(Explorer *x);
void letters_clear(Explorer *x);

/* In all of these a and b are threads of x->at. */

/* May something that b does, now or later, depend on what a may do next? */
bool letters_depend(Explorer *x, uint32_t a, uint32_t b);
/* May something that b does, now or later, let a do what it may do next, although it cannot now? */
bool letters_may_enable(Explorer *x, uint32_t b, uint32_t a);
/* May a's next step stop all other threads? */
bool letters_may_stop(Explorer *x, uint32_t a);
/* Has what a thread may do now or later, which a step of `thread` leads to or starts, been seen in what `thread` may
 * do? For checks: it must be so. */
bool letters_cover(Explorer *x, uint32_t thread, const ConcreteThread *next);
/* D, of the two threads: of a's next steps and b's next section. If not, *clash says why. */
bool letters_obey(Explorer *x, uint32_t a, uint32_t b, SectionClash *clash);

#endif
