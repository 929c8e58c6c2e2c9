/* Collapse: the weak bisimulation quotient of a reachability graph ("Race Checking by Context Inference", section 5).
 */
#ifndef CHORUS_ENGINES_CIRC_COLLAPSE_H
#define CHORUS_ENGINES_CIRC_COLLAPSE_H

#include "engines/circ/acfa.h"

/* The quotient. map[l], for locations of g: its class; the caller releases it. Whatever the classes are the quotient
 * simulates g, which is what soundness rests on: see simulation.h. */
Acfa *collapse(const Acfa *g, uint32_t **map);

#endif
