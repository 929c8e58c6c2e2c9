/* Transition refinement (paper 000, section 4.4, Definitions 3 to 6): steps of an abstract trace that no concrete step
 * corresponds to are forbidden, for all threads and states that agree in the values that matter. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_TRANSITION_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_TRANSITION_H

#include "engines/symmpa/abstraction/cartesian.h"
#include "engines/symmpa/explore/counter.h"

/* Looks at every step of the trace with J = {active thread}, then, with passive_threads, J = {active, one passive} for
 * each other thread, until one J shows that the step is spurious. Adds a constraint for each spurious step, generalised
 * to the values in an unsatisfiable core; returns how many. */
uint32_t transition_refine(Cartesian *x, Program *p, const Predicates *predicates, Smt *smt, const AbstractTrace *trace,
                           bool passive_threads);

#endif
