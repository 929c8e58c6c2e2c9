/* Affine relations modulo 2^w: the least set that contains given points and is closed under affine combinations, and
 * the equations that hold of it. Müller-Olm and Seidl, "Analysis of modular arithmetic", TOPLAS 2007. */
#ifndef CHORUS_ENGINES_LOCKSTEP_AFFINE_H
#define CHORUS_ENGINES_LOCKSTEP_AFFINE_H

#include "base/vec.h"

/* Columns: 0 is the constant 1, i > 0 coordinate i - 1. */
typedef struct AffineRow {
    uint64_t *entries;
    uint32_t pivot;
    unsigned power; /* the entry at the pivot is 2^power; rows after this one have none there */
} AffineRow;

typedef struct Affine {
    Run *run;
    unsigned width;
    uint32_t columns;
    VEC(AffineRow) rows;
} Affine;

typedef VEC(uint64_t *) AffineEquations;

/* Empty. */
void affine_init(Run *run, Affine *a, unsigned width, uint32_t coordinates);
void affine_clear(Affine *a);
/* False: the point was in the set. */
bool affine_add(Affine *a, const uint64_t *point);
/* Equations e[0] + e[1] * x[0] + ... == 0; those of full precision, not those that multiply by powers of two. To be
 * released one by one. */
void affine_equations(const Affine *a, AffineEquations *out);

#endif
