/* Concrete states: proofs for n threads whose states are few enough to be looked at one by one.
 *
 * Nothing is taken from the certificate but which locations are cut and which of these are eager, and both are checked
 * as for counted states (checker/paths.c, eager.c). A state is the values of the shared variables and, for each
 * thread that has not ended, its location and the values of its locals; threads that agree in everything are
 * interchangeable, so they are kept in one order. A value that nothing is known of (an arbitrary initial value, an
 * input of more than a few values, a local that no edge reads before it is assigned to) stands for all values at once:
 * what is computed from it is unknown as well, and a guard whose value depends on one is a problem, never an answer.
 *
 * Where the certificate says "either", such a guard may hold and may fail, each time it is evaluated, which adds runs
 * and leaves none out. That a step leads to a fresh state (persistent.h) then says something only if a thread at its
 * location can always take some step, and each that it may take leads to one; an error is a problem, but not known to
 * be there. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_CONCRETE_H
#define CHORUS_KERNEL_KINDS_CONCRETE_CONCRETE_H

#include "kernel/checker/checker.h"

#define CONCRETE_STATES_MAX 2000000

/* How much a search may take. */
typedef struct StateLimit {
    uint32_t states, questions; /* to the solver, about values that are not known; slow ones count as several */
    bool expects_none;          /* no error has been seen: it is worth while to ask at once which variables grow */
} StateLimit;

/* Are there no errors in any state? More than `limit` says are a problem. Needs k->reached, and eager locations that
 * were checked. */
void concrete_check(Checker *k, StateLimit limit);

#endif
