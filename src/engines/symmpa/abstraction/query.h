/* Queries about the steps of edges: weakest preconditions, cones of influence, cached all-sat. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_QUERY_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_QUERY_H

#include "engines/symmpa/abstraction/exact_internal.h"

/* The predicate after the step of an edge, in terms of the state before it (step_before). */
Term exact_wp(Exact *x, uint32_t edge, uint32_t predicate, Space space);

/* Building queries. */
void query_add_output(Exact *x, StepQuery *q, uint32_t edge, uint32_t predicate, Space space, LocId from,
                      LocId passive);
void query_close_cone(Exact *x, StepQuery *q, uint32_t edge, LocId from, const LocId *passive);
/* The answers to a query; each is a valuation of the slots. */
Answers query_ask(Exact *x, const StepQuery *q, uint32_t edge, const ExactAround *around);
bool query_value(const Exact *x, const PredicateOutput *o, const uint32_t *answer, const ExactAround *around);
/* The query of the active thread, and of the thread it starts; built when first asked for. */
const StepQuery *query_of_step(Exact *x, uint32_t edge);

#endif
