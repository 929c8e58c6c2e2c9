/* What steps do between cut nodes of the product, as terms over the state at the cut node: all ways at once, values
 * that meet become choices. */
#ifndef CHORUS_LOCKSTEP_REGION_H
#define CHORUS_LOCKSTEP_REGION_H

#include "lockstep/product.h"
#include "smt/check.h"
#include "term/reads.h"

/* One of the ways to arrive at a cut node: by that edge of the product. */
typedef struct RegionEntry {
    Term reach;
    uint32_t from, edge; /* node, place in its edges */
} RegionEntry;

/* The arrival at a cut node. */
typedef struct RegionTarget {
    uint32_t node;
    Term reach;  /* without reads of arrays, like all terms of a region */
    Term *value; /* per variable, of live ones */
} RegionTarget;

typedef struct RegionError {
    Term reach; /* implied by taking it */
    uint32_t letter;
} RegionError;

typedef struct Region {
    const Product *p;
    uint32_t cut;
    Reads *reads;
    Smt *smt; /* with what is defined and known of reads */
    uint32_t told;
    uint32_t steps, names;
    Term *start; /* per variable */
    VEC(RegionTarget) targets;
    VEC(RegionEntry) entries; /* of all targets */
    VEC(Term) guards;         /* that steps ask for, without reads */
    VEC(RegionError) errors;  /* that are come to before the next cut node */
    Term error;               /* one of them is */
} Region;

Region *region_new(const Product *p, uint32_t cut);
void region_free(Region *r);
/* A term over program variables, about the state at the cut node; about that at a target. Without reads of arrays. */
Term region_here(Region *r, Term t);
Term region_there(Region *r, const RegionTarget *target, Term t);
/* milliseconds: for each check from now on. */
void region_set_time(Region *r, unsigned milliseconds);
SmtResult region_check(Region *r, const Term *assumptions, uint32_t count);
/* The inverse of region_here; TERM_NONE: the term speaks of something else than the state at the cut node. */
Term region_over_state(Region *r, Term t);

#endif
