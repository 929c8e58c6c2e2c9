/* Edges that only give variables arbitrary values, as long as their guard does not exclude that: env_move. The guard is
 * a conjunction of clauses "not (before and after)", `before` over the state before the step. One diagram for all of
 * them would have to tell apart, at the same time, what all the conditions say of the values before and of those after.
 * Going back from a set of states, only the conditions that cut into it matter, one after the other. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_CLAUSES_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_CLAUSES_H

#include "engines/modular/sequential/vectors.h"

typedef struct Clause {
    BDD before, after; /* before: no inputs */
} Clause;

typedef struct Clauses {
    VEC(Clause) all;
    bddPair *given; /* variables to the inputs that they get */
    BDD inputs;     /* to be quantified */
    BDD idle;       /* states in which the values that there are may be given */
} Clauses;

/* The condition as a clause; both diagrams are in the pool. */
Clause clause_of(Vectors *v, Term condition);
/* NULL: the edge is none of these, or one diagram does. In the pool, what has diagrams. */
Clauses *clauses_of(Vectors *v, const Edge *e);
void clauses_clear(Clauses *c);
/* States among those that are cared for from which the edge leads into the set: *found, in the pool. False: too much
 * work. */
bool clauses_before(Vectors *v, const Clauses *c, BDD set, BDD care, BDD *found);

#endif
