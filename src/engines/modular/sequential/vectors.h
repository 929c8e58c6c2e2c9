/* Terms over the variables of a sequential program as vectors of decision diagrams, one for each bit.
 *
 * Bits of variables that are computed from one another or compared (program/related.h) are interleaved, those of least
 * value first, so that sums and comparisons stay small; groups of such variables come one after the other. BuDDy's
 * tables are those of dd_tables.h. References: what a Vectors has computed for a term it keeps; other diagrams
 * are held in a pool, and let go of from a mark on. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_VECTORS_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_VECTORS_H

#include <bdd.h>

#include "base/intern.h"
#include "program/program.h"

typedef struct Vectors {
    Run *run;
    const Program *p;
    TermManager *tm;
    uint32_t *place;      /* per variable: its place among those that have diagrams; NO_ID: nothing depends on it */
    VEC(uint32_t) order;  /* VarId.i by place; NO_ID: the place after a variable's own, for its value after a step */
    VEC(int) first;       /* per place: the variable of BuDDy for its lowest bit */
    VEC(int) stride;      /* from there to the next bit, and so on */
    VEC(uint32_t) owner;  /* per variable of BuDDy: its place; NO_ID: it has none */
    bool is_unsupported;  /* some term has no diagrams */
    Intern terms;         /* ids of terms that have vectors */
    VEC(uint32_t) starts; /* of those, in bits */
    VEC(BDD) bits;
    VEC(BDD) pool;
} Vectors;

/* Which variables the program's guards depend on, and their order. False: it has arrays or mathematical integers. */
bool vectors_init(Vectors *v, const Program *p);
/* Variables of BuDDy that are needed; after that its tables may be taken, and the functions below called. */
uint32_t vectors_variables(const Vectors *v);
/* Which bit of what has the place is that? */
uint32_t vectors_bit_at(const Vectors *v, int variable, uint32_t *place);
void vectors_clear(Vectors *v);

/* The variable of BuDDy for a bit of what has the place. */
int vectors_bit(const Vectors *v, uint32_t place, uint32_t bit);
/* Is there a variable at the place that is no input? Its value after a step has the next place. */
bool vectors_is_state(const Vectors *v, uint32_t place);
uint32_t vectors_width_at(const Vectors *v, uint32_t place);
/* Width of a variable's vector; Booleans have one bit. */
uint32_t vectors_width(const Vectors *v, Sort sort);
/* The vector of a term; valid until the next call. */
const BDD *vectors_of(Vectors *v, Term t);
/* The diagram of a Boolean term. */
BDD vectors_condition(Vectors *v, Term t);
/* A set of bits of BuDDy's variables, to be quantified. */
BDD vectors_set(Vectors *v, const uint32_t *places, uint32_t count);

/* Holds on to a diagram until the pool is let go of. */
BDD vectors_hold(Vectors *v, BDD b);
/* Lets go of what is in the pool from the mark on, but holds on to the result. */
BDD vectors_release(Vectors *v, uint32_t mark, BDD result);

#endif
