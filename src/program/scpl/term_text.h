/* What printing terms as .scpl expressions that read back as the same terms keeps. Types only; inside of scpl/. */
#ifndef CHORUS_PROGRAM_SCPL_TERM_TEXT_H
#define CHORUS_PROGRAM_SCPL_TERM_TEXT_H

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

#endif
