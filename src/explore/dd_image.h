/* Images of sets of counter states under one step; for dd.c, the search. */
#ifndef CHORUS_EXPLORE_DD_IMAGE_H
#define CHORUS_EXPLORE_DD_IMAGE_H

#include <bdd.h>

#include "base/intern.h"
#include "boolprog/edge.h"

/* Every broadcast gives each thread a slot of its own, and sorts them. */
#define DD_THREADS_MAX 1000
/* BuDDy numbers levels in 21 bits, and its recursion is as deep as there are variables. */
#define DD_VARIABLES_MAX 60000

/* A group of `count` threads at one location; its valuation is in the variables of slot `slot`. */
typedef struct DdGroup {
    uint32_t location, count, slot;
} DdGroup;

typedef VEC(DdGroup) DdGroups;

typedef struct DdManager {
    Run *run;
    const BoolEdges *edges;
    uint32_t n, shared_bits, local_bits, slots; /* slots: n + 1 */
    Intern formulas;                            /* [expression, slot of each thread] */
    VEC(BDD) formula_bdds;
    Intern orders;       /* [slot, slot] */
    VEC(BDD) less, same; /* by that */
} DdManager;

/* Receives a set of states of one shape: groups in canonical order, group i in slot i. The set is the callee's to keep
 * only by bdd_addref. */
typedef struct DdSink {
    void *arg;
    void (*add)(void *arg, const DdGroup *groups, uint32_t count, BDD set);
} DdSink;

/* Frees what the manager has cached; its tables stay. */
void dd_manager_clear(DdManager *m);

/* Variables; the next ones hold what a step has chosen. */
int dd_shared_var(const DdManager *m, uint32_t bit, bool next);
int dd_local_var(const DdManager *m, uint32_t slot, uint32_t bit, bool next);

/* Which of the edge's clauses bind with n threads? */
bool dd_binds(const DdManager *m, const BoolClause *c);
/* The states of the set, of the shape, in which a thread of the given group may take the edge; counted reference. Only
 * for edges whose clauses are all of arity 1 and change nothing. */
BDD dd_guard(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t active, BDD set);
/* All successors by that step. */
void dd_image(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t count, uint32_t active, BDD set,
              const DdSink *sink);
/* All threads at location 1, with the initial values. */
void dd_initial(DdManager *m, const DdSink *sink);

#endif
