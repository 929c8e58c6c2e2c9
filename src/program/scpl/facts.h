/* Facts about terms that do not depend on term ids, for printing. */
#ifndef CHORUS_PROGRAM_SCPL_FACTS_H
#define CHORUS_PROGRAM_SCPL_FACTS_H

#include "program/scpl/term_text.h"

#define TERM_SIZE_MAX 1000000
const TermFacts *term_facts(const TermText *tt, Term t);
/* Computes the facts of t and its subterms. */
void term_facts_need(TermText *tt, Term t);
/* Order of operands in the text: variables as declared, other terms, constants. */
int term_facts_compare(const TermText *tt, Term a, Term b);
/* The subterms that the text of t contains directly, in the order of the text. */
void term_children(TermText *tt, Term t, TermList *children);

typedef struct Monomial {
    Term base;
    int64_t coefficient; /* as a signed number of the width */
} Monomial;
#define SUM_MAX 33
typedef struct Sum {
    Monomial monomials[SUM_MAX]; /* sorted */
    uint32_t count;
    int64_t constant;
} Sum;
/* Reads an ADD or MUL as a sum; false: it is to be printed as it stands. */
bool term_as_sum(const TermText *tt, Term t, Sum *sum);

/* left == right + offset, the smaller of both to the left; false: not of that form. */
typedef struct Equation {
    Term left, right;
    int64_t offset;
} Equation;
bool term_as_equation(const TermText *tt, Term t, Equation *equation);

/* The term that reading the text of t gives: t built again until nothing changes, should the builders have left
 * something to simplify. To be applied to roots before term_text_begin. */
Term term_text_normal(TermText *tt, Term t);

#endif
