/* Terms over machine integers to terms over mathematical integers; inside ideal.c. */
#ifndef CHORUS_PROGRAM_IDEAL_TERM_H
#define CHORUS_PROGRAM_IDEAL_TERM_H

#include "program/program.h"

typedef struct IdealTerm {
    Term term;        /* TERM_NONE: not translated yet */
    bool approximate; /* contains an arbitrary value in place of a bit operation */
    bool is_unsigned; /* constants that meet it are read as unsigned */
} IdealTerm;

typedef struct IdealTerms {
    Program *from, *to; /* variables of the same number correspond */
    TermManager *tm;
    VEC(IdealTerm) map; /* by id of the term in `from` */
} IdealTerms;

/* Bit-vectors of 1 bit stay what they are: they are flags, not numbers. */
Sort ideal_sort(Sort sort);
/* is_unsigned: how to read t if it is a constant. *approximate is set (never cleared). */
Term ideal_translate(IdealTerms *it, Term t, bool is_unsigned, bool *approximate);

#endif
