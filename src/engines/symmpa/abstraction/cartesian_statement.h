/* Abstract statements of the published abstractions. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_STATEMENT_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_STATEMENT_H

#include "engines/symmpa/abstraction/cartesian_internal.h"

/* The predicate after the edge's step in terms of the state before it (step_before). */
Term cartesian_wp(Cartesian *x, uint32_t edge, uint32_t predicate, Space space);
/* The predicate before the step (step_now). */
Term cartesian_before(Cartesian *x, uint32_t predicate, Space space);

/* The abstract statement of an edge; made when first asked for after a refresh. */
const AbstractStatement *cartesian_statement(Cartesian *x, uint32_t edge);
/* What the edge does to the mixed predicates of a passive thread at a location (notify-all updates): index into
 * Cartesian.passives. */
uint32_t cartesian_passive_updates(Cartesian *x, uint32_t edge, LocId loc);

#endif
