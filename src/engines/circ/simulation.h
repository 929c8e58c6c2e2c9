/* CheckSim: does an abstract control-flow automaton simulate another one? ("Race Checking by Context Inference",
 * section 3.4, after [17].) */
#ifndef CHORUS_ENGINES_CIRC_SIMULATION_H
#define CHORUS_ENGINES_CIRC_SIMULATION_H

#include "engines/circ/acfa.h"

/* The greatest relation R such that g R a implies
 *   the locations agree on atomicity, and the region of g is within that of a;
 *   every edge g -> g' has an edge a -> a' that havocs, writes and starts at least the same, from at least the same
 *   valuations, with g' R a'; or it is silent and g' R a, which is the step that nobody sees.
 * Is every start of g related to a start of a, with the same valuation and of the same kind? A thread that behaves as g
 * then may be taken for one that behaves as a. */
bool simulates(const Labels *labels, const Acfa *a, const Acfa *g);
/* The relation itself, [g * locations of a + a]; the caller releases it. */
bool *simulation(const Labels *labels, const Acfa *a, const Acfa *g);

#endif
