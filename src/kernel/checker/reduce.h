/* The program that certificates speak of: constants propagated along the automata, dead edges and assignments without
 * influence dropped.
 *
 * The facts found (a shared variable always has its initial value; at a location, a local has a certain value) are an
 * inductive invariant: they hold at the start, and the last pass over all edges found that every edge keeps them. The
 * first passes may assume too much, but what is assumed is only ever withdrawn, until a pass withdraws nothing. */
#ifndef CHORUS_KERNEL_CHECKER_REDUCE_H
#define CHORUS_KERNEL_CHECKER_REDUCE_H

#include "proof/certificate.h"

/* The program the checker works on, and what it knows of variables. */
typedef struct Reduced {
    Program *p;      /* variables and locations are those of the program given */
    Term *shared;    /* per variable: the value that a shared one always has, TERM_NONE = several */
    uint32_t *place; /* per local: its number in its template */
    Term **local;    /* per location: of each local by place, the value it has there, TERM_NONE = several; NULL: not
                        reached, or nothing known */
} Reduced;

/* Replaces variables that have one constant value by it, where that is known, and leaves out edges that are never
 * taken, branches that make no difference (checker/branches.h) and assignments that neither guards nor the
 * certificate's predicates depend on (c may be NULL). Exact: the same error edges can be taken. drop_branches: else
 * branches stay. */
Reduced *certify_reduce(Program *p, const Certificate *c, bool drop_branches);

#endif
