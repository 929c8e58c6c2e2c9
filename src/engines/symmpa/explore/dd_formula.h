/* Variables of decision diagrams, and formulas over them. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_DD_FORMULA_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_DD_FORMULA_H

#include <bdd.h>

#include "base/intern.h"
#include "program/boolprog/edge.h"

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

/* References are counted: who keeps a set says so; *acc changes to its intersection with b. */
static inline BDD dd_keep(BDD b) { return bdd_addref(b); }

static inline void dd_and_into(BDD *acc, BDD b)
{
    BDD r = dd_keep(bdd_and(*acc, b));
    bdd_delref(*acc);
    *acc = r;
}

/* Frees what the manager has cached; its tables stay. */
void dd_manager_clear(DdManager *m);

/* Variables; the next ones hold what a step has chosen. */
int dd_shared_var(const DdManager *m, uint32_t bit, bool next);
int dd_local_var(const DdManager *m, uint32_t slot, uint32_t bit, bool next);

/* Which of the edge's clauses bind with n threads? */
bool dd_binds(const DdManager *m, const BoolClause *c);
/* The clause for threads in these slots; owned by the manager. */
BDD dd_clause(DdManager *m, const BoolEdge *edge, const BoolClause *c, const uint32_t *slots);
/* Is the valuation of slot x less than, the same as, that of slot y? Owned by the manager. */
void dd_compare(DdManager *m, uint32_t x, uint32_t y, BDD *less, BDD *same);

#endif
