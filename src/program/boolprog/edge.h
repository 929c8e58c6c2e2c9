/* The one form of both notations: guarded edges between locations.
 *
 * A clause is a conjunct of a constraint forall I . phi: it binds every choice of `arity` distinct threads, the first
 * of them the active one, provided that there are at least `needs` = |I| threads in all; with fewer threads the
 * constraint has no instance and forbids nothing. (So a conjunct that mentions the active thread only is a clause of
 * arity 1, which needs |I| threads nevertheless.)
 *
 * Parallel assignments become clauses x' => may1 and !x' => may0, where may0 and may1 say which results eval has. */
#ifndef CHORUS_PROGRAM_BOOLPROG_EDGE_H
#define CHORUS_PROGRAM_BOOLPROG_EDGE_H

#include "program/boolprog/boolprog.h"

typedef struct BoolClause {
    uint32_t needs, arity;
    BoolExpr expr; /* threads are numbered 0 (active) .. arity - 1 */
} BoolClause;

/* What a step may change; everything else stays. */
typedef struct BoolHavoc {
    uint64_t shared;
    uint64_t active;  /* local variables of the active thread */
    uint64_t passive; /* local variables of each passive thread */
} BoolHavoc;

typedef struct BoolEdge {
    uint32_t source, target; /* locations from 1 */
    bool fails;              /* an assertion's failure; target = source */
    BoolHavoc havoc;
    VEC(BoolClause) clauses;
} BoolEdge;

/* Variables that an expression mentions: of thread t, before and after. */
typedef struct BoolSupport {
    uint64_t shared[2]; /* [0] before, [1] after */
    uint64_t local[BOOLPROG_INDICES_MAX][2];
    uint32_t threads; /* set of the threads mentioned, bit 0 = active */
} BoolSupport;

typedef struct BoolEdges {
    const BoolProgram *program;
    VEC(BoolEdge) edges;   /* ascending by source */
    uint32_t *first;       /* of location d: edges first[d] .. first[d + 1] - 1; d = 1 .. k + 1 */
    const BoolNode *nodes; /* by expression, for evaluation */
    uint32_t needs_max;    /* from so many threads on, all clauses bind */
    uint32_t arity_max;
} BoolEdges;

/* Adds expressions to the program; the program must not get more afterwards. */
BoolEdges *boolprog_edges(BoolProgram *p);
void boolprog_edges_free(BoolEdges *edges);
void boolprog_support(const BoolEdges *edges, BoolExpr e, BoolSupport *support);

/* The same program with assignments and assume as havoc and constrain. */
BoolProgram *boolprog_constrained(const BoolProgram *p);

#endif
