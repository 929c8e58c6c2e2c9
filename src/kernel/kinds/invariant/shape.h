/* Questions about a step without the values of predicates: what decides which predicates' values after it.
 *
 * A question is: given values of predicates before the step (and, for a passive thread, those that the move chose),
 * which values can the others have after it? Predicates that share no variable, directly or through others, with what
 * is asked are left out; that adds answers at most, as every answer kept is one of the concrete steps that satisfy the
 * rest. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_SHAPE_H
#define CHORUS_KERNEL_KINDS_INVARIANT_SHAPE_H

#include "kernel/checker/checker.h"

/* Where a predicate has its value: in the shared part, the active, a passive or the started thread. */
typedef enum CertifySpace { OF_SHARED, OF_ACTIVE, OF_PASSIVE, OF_CHILD } CertifySpace;

typedef enum CertifyHow { HOW_CONST, HOW_COPY, HOW_SLOT } CertifyHow;

/* How a predicate gets its value after the step. */
typedef struct CertifyOutput {
    CertifySpace space;
    uint32_t index;
    CertifyHow how;
    bool negated;      /* CONST: the value */
    CertifySpace from; /* COPY */
    uint32_t source;   /* COPY: index in its space; SLOT: index of the slot */
} CertifyOutput;

/* A predicate whose value is given. */
typedef struct CertifyItem {
    CertifySpace space;
    uint32_t index;
    bool after, negated;
    Term term;
} CertifyItem;

typedef struct CertifyShape {
    uint32_t id;
    VEC(CertifyOutput) outputs;
    VEC(Term) slots;
    VEC(CertifyItem) items;
    VEC(Term) fixed; /* guard, facts of counting predicates and tickets */
    bool is_trivial; /* one answer, nothing to ask */
} CertifyShape;

/* What the path-th path from there does to the shared part, the active and the started thread. */
const CertifyShape *shape_of_move(Checker *k, LocId l, uint32_t path);
/* What it does to a passive thread. */
const CertifyShape *shape_of_reply(Checker *k, LocId l, uint32_t path, LocId passive);

#endif
