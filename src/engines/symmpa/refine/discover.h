/* Predicate discovery (paper 000, section 4.5; paper 001, section 4). */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_DISCOVER_H
#define CHORUS_ENGINES_SYMMPA_REFINE_DISCOVER_H

#include "engines/symmpa/abstraction/predicate.h"
#include "engines/symmpa/refine/simulate.h"

/* Layers, tried in this order until one finds a new predicate. */
typedef enum DiscoverLayer {
    DISCOVER_GUARDS, /* weakest preconditions of the core's guards, without divisions, ite, sums of several variables */
    DISCOVER_EQUALITIES, /* x == e for the assignments that the core's guards depend on, and their preconditions */
    DISCOVER_CONSTANTS,  /* x == c for the constants assigned along the trace, and for initial values */
    DISCOVER_COMPLEX,    /* as GUARDS, with all atoms */
    DISCOVER_LAYERS
} DiscoverLayer;

/* Adds predicates for an infeasible path (path->core is set); returns how many are new. */
uint32_t discover_predicates(const Path *path, Predicates *set, DiscoverLayer layer);

/* Widening: where weakest preconditions have produced t == c for three constants or more, they are likely to go on for
 * ever (a counter); adds t < c for the first of them. Likewise x < y and y < x for three predicates x == y + c. Returns
 * how many predicates are new. */
uint32_t discover_bounds(Predicates *set);

#endif
