/* Images of sets of counter states under one step; for dd.c, the search. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_DD_IMAGE_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_DD_IMAGE_H

#include "engines/symmpa/explore/dd_formula.h"

/* Receives a set of states of one shape: groups in canonical order, group i in slot i. The set is the callee's to keep
 * only by bdd_addref. */
typedef struct DdSink {
    void *arg;
    void (*add)(void *arg, const DdGroup *groups, uint32_t count, BDD set);
} DdSink;

/* The states of the set, of the shape, in which a thread of the given group may take the edge; counted reference. Only
 * for edges whose clauses are all of arity 1 and change nothing. */
BDD dd_guard(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t active, BDD set);
/* All successors by that step. */
void dd_image(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t count, uint32_t active, BDD set,
              const DdSink *sink);
/* All threads at location 1, with the initial values. */
void dd_initial(DdManager *m, const DdSink *sink);

#endif
