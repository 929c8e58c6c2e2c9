/* The invariants of a correctness witness, as errors of a program: that one does not hold where a thread stands.
 *
 * An invariant at a place is claimed of every state in which some thread stands there, whoever moved last. The error
 * edges of the program at hand are no errors of the new one: whether they can be taken is another question. */
#ifndef CHORUS_REPORT_WITNESS_CLAIM_H
#define CHORUS_REPORT_WITNESS_CLAIM_H

#include "program/program.h"

typedef struct WitnessClaim {
    SourcePos place;
    bool is_loop;  /* where the loop decides whether it goes on; else before the statement */
    uint32_t mark; /* not 0: Edge.place of the edges before which it is claimed, as the front end has marked them */
    const char *unplaced; /* not NULL: why there is no such place */
    const char *text;     /* an expression of C */
} WitnessClaim;

typedef struct WitnessClaims {
    Program *program;        /* its first edges are those of the program at hand */
    VEC(Term) predicates;    /* that the invariants are made of */
    VEC(uint32_t) of;        /* per edge behind those: its invariant, of the list */
    uint32_t said, given;    /* invariants that became errors, all of them */
    uint32_t first_left_out; /* of the list; as many as are given: none */
    const char *why;         /* that one was left out; NULL: none was */
} WitnessClaims;

/* What the model cannot say is left out; tells: with a note. */
WitnessClaims claim_invariants(Program *p, const WitnessClaim *claims, uint32_t count, bool long_is_32, bool tells);
/* The invariant that an error edge of the program is about: its number in the list. */
uint32_t claim_of_edge(const WitnessClaims *claims, EdgeId edge);

#endif
