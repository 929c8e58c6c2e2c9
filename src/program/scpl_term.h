/* Printing terms as .scpl expressions that read back as the same terms. */
#ifndef CHORUS_PROGRAM_SCPL_TERM_H
#define CHORUS_PROGRAM_SCPL_TERM_H

#include "program/program.h"

typedef VEC(Term) TermList;

/* What is known of a term, whatever term manager it lives in: the order of operands in the text must not depend on
 * term ids, or printing, reading and printing again would not give the same text. */
typedef struct TermFacts {
    uint64_t hash;     /* structural, blind to the order of commutative operands; 0 = not computed */
    uint32_t size;     /* as a tree, at most TERM_SIZE_MAX */
    uint32_t min_rank; /* least rank of its variables */
    bool is_signed;    /* the text of the term is a signed expression */
    uint32_t stamp;    /* the following hold for the edge with that number only */
    uint32_t references, depth, let;
} TermFacts;

typedef struct TermText {
    Program *p;
    TermManager *tm;
    Run *run;
    const char *const *names; /* of variables, ready to print */
    const uint32_t *ranks;    /* of variables: the order in which the text declares them */
    VEC(TermFacts) facts;     /* indexed by term id */
    TermList rebuilt;         /* by term id: the term built again from rebuilt arguments; TERM_NONE: not yet */
    uint32_t stamp, lets;
} TermText;

void term_text_init(TermText *tt, Program *p, const char *const *names, const uint32_t *ranks);
void term_text_clear(TermText *tt);
/* The term that reading the text of t gives: t built again until nothing changes, should the builders have left
 * something to simplify. To be applied to roots before term_text_begin. */
Term term_text_normal(TermText *tt, Term t);
/* Begins an edge: writes ` let $1 = ..., $2 = ...` for what its terms share, if anything. */
void term_text_begin(TermText *tt, const Term *roots, uint32_t count, Str *out);
/* Writes a term of the edge (of the roots of term_text_begin). */
void term_text_print(TermText *tt, Term t, Str *out);
/* i32, u8[u32], ... */
void scpl_print_type(Sort sort, bool is_signed, Str *out);

/* ---- inside: between scpl_facts.c, scpl_let.c and scpl_term.c ---- */
#define TERM_SIZE_MAX 1000000
/* Prints t itself even if it has a name. */
void term_text_print_whole(TermText *tt, Term t, Str *out);
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

#endif
