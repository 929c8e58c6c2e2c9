/* Linear sums of terms, for normal forms; internal to term/. */
#ifndef CHORUS_LOGIC_TERM_LINEAR_H
#define CHORUS_LOGIC_TERM_LINEAR_H

#include "logic/term/term.h"

#define LINEAR_MAX 32

typedef struct Linear {
    Sort sort;
    unsigned bits;          /* that signed coefficients must fit; 0: they are modulo 2^width */
    Term terms[LINEAR_MAX]; /* by increasing id */
    uint64_t coefficients[LINEAR_MAX];
    uint32_t count;
    uint64_t constant;
    bool ok; /* false: too long, or a coefficient is not representable; the rest is then meaningless */
} Linear;

void linear_init(const TermManager *tm, Linear *l, Sort sort);
/* Adds factor * t. */
void linear_add(TermManager *tm, Linear *l, Term t, uint64_t factor);
Term linear_term(TermManager *tm, const Linear *l);

#endif
