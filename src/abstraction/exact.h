/* The abstraction `exact`: the most precise abstraction per (active thread) and per (active, one passive thread).
 *
 * An abstract state tracks, of the shared part, the values of all shared predicates; of each thread, its location
 * and the values of the local and mixed predicates of its template whose locals are live there (all of them without
 * masking). Transitions come from all-sat over the concrete edge, lazily, and are cached over refinements by the
 * predicates that matter to them (their cone of influence). */
#ifndef CHORUS_ABSTRACTION_EXACT_H
#define CHORUS_ABSTRACTION_EXACT_H

#include "abstraction/predicate.h"
#include "explore/oracle.h"
#include "smt/smt.h"

typedef struct Exact Exact;

/* The program must be merged and indexed. mask: drop predicates over dead locals. */
Exact *exact_new(Program *p, Predicates *predicates, Smt *smt, bool mask);
/* To be called after predicates were added: all state ids become invalid; cached images stay. */
void exact_refresh(Exact *x);
Oracle exact_oracle(Exact *x);
/* Number of local states met since the last refresh. */
uint64_t exact_local_states(const Exact *x);
uint64_t exact_queries(const Exact *x);
/* Location of a local part. */
LocId exact_location(const Exact *x, uint32_t local);

#endif
