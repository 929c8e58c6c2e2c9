/* What steps do between cut nodes of the product, as terms over the state at the cut node: all ways at once, values
 * that meet become choices. */
#ifndef CHORUS_ENGINES_LOCKSTEP_REGION_H
#define CHORUS_ENGINES_LOCKSTEP_REGION_H

#include "engines/lockstep/product.h"
#include "logic/smt/check.h"
#include "logic/term/reads.h"

/* One of the ways to arrive at a cut node: by that edge of the product. */
typedef struct RegionEntry {
    Term reach;
    uint32_t from, edge; /* node, place in its edges */
} RegionEntry;

/* Questions about some of what a region says: what the terms that are asked about depend on, no more. */
typedef struct RegionView {
    Smt *smt;               /* NULL: nothing was asked yet */
    VEC(bool) names, reads; /* that are told */
    VEC(bool) facts;
} RegionView;

/* The arrival at a cut node. */
typedef struct RegionTarget {
    uint32_t node;
    Term reach;  /* without reads of arrays, like all terms of a region */
    Term *value; /* per variable, of live ones */
    RegionView view;
    bool settled; /* with these versions of what is known before and after, nothing more arrives */
    uint32_t from_version, to_version;
} RegionTarget;

typedef struct RegionError {
    Term reach; /* implied by taking it */
    uint32_t letter;
} RegionError;

typedef struct Region {
    const Product *p;
    uint32_t cut;
    Smt **solver; /* whose context is shared: a context for each view takes 16 MB */
    Reads *reads;
    RegionView view;   /* for questions that are not about one target */
    VEC(Term) defined; /* per name: what it implies */
    uint32_t steps;
    unsigned milliseconds; /* for each check */
    unsigned effort;       /* the same, by the solver's count */
    Term *start;           /* per variable */
    VEC(RegionTarget) targets;
    VEC(RegionEntry) entries; /* of all targets */
    VEC(Term) guards;         /* that steps ask for, without reads */
    VEC(RegionError) errors;  /* that are come to before the next cut node */
    Term error;               /* one of them is */
} Region;

/* solver: where to find a session beside which those of the region are made; it is made there when it is needed. */
Region *region_new(const Product *p, uint32_t cut, Smt **solver);
void region_free(Region *r);
/* What was told to solvers, and the solvers: to be told anew when they are asked. */
void region_forget(Region *r);
/* A term over program variables, about the state at the cut node; about that at a target. Without reads of arrays. */
Term region_here(Region *r, Term t);
Term region_there(Region *r, const RegionTarget *target, Term t);
/* Values in models of the view are right for terms that were told or asked about. */
void region_tell(Region *r, RegionView *view, Term t);
SmtResult region_check(Region *r, RegionView *view, const Term *assumptions, uint32_t count);
/* The inverse of region_here; TERM_NONE: the term speaks of something else than the state at the cut node. */
Term region_over_state(Region *r, Term t);

#endif
