/* Building terms: constants, variables and Boolean structure. Like all builders these simplify, so that a built term
 * need not have the kind asked for. */
#ifndef CHORUS_LOGIC_TERM_BOOLEAN_H
#define CHORUS_LOGIC_TERM_BOOLEAN_H

#include "logic/term/term.h"

/* A variable: the symbol is the client's (Program: VarId); the instance distinguishes copies (thread, step). */
Term term_var(TermManager *tm, Sort sort, uint32_t symbol, uint32_t instance);
Term term_bool(TermManager *tm, bool value);
Term term_bv(TermManager *tm, unsigned width, uint64_t value); /* taken modulo 2^width */
Term term_int(TermManager *tm, int64_t value);
/* A constant of a Boolean, bit-vector or integer sort. */
Term term_const(TermManager *tm, Sort sort, uint64_t value);
Term term_not(TermManager *tm, Term a);
Term term_and(TermManager *tm, Term a, Term b);
Term term_or(TermManager *tm, Term a, Term b);
Term term_and_n(TermManager *tm, const Term *args, uint32_t count);
Term term_or_n(TermManager *tm, const Term *args, uint32_t count);
Term term_implies(TermManager *tm, Term a, Term b);
Term term_ite(TermManager *tm, Term c, Term a, Term b);
/* An if-then-else between two constants. */
bool is_ite_of_consts(const TermManager *tm, Term t);

#endif
