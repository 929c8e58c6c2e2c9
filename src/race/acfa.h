/* Abstract control-flow automata (ACFA): how a thread behaves as far as other threads can see ("Race Checking by
 * Context Inference", section 3.3).
 *
 * Two things have this form: the abstract reachability graph (ARG) of a thread in a context, whose edges still say
 * which edge of the program they are; and its quotient, which the next context is made of. A region is a set of
 * valuations of the shared predicates, by number (race/thread.h): a formula over the globals, in full disjunctive form.
 *
 * Beside the paper's havoc edge, which may be taken whenever the thread is there, an edge knows the valuations that it
 * was taken from: `sources`. That is what is left of its guard when the locals are hidden, and only makes automata more
 * precise: a thread that takes the edge does so in a state of one of these valuations. */
#ifndef CHORUS_RACE_ACFA_H
#define CHORUS_RACE_ACFA_H

#include "race/label.h"

typedef struct AcfaLoc {
    bool is_atomic;
    uint32_t loc; /* ARG: LocId.i; NO_ID in a quotient */
    Ids region;
} AcfaLoc;

typedef struct AcfaEdge {
    uint32_t from, to, label;
    uint32_t edge; /* ARG: EdgeId.i; NO_ID in a quotient */
    Ids sources;
} AcfaEdge;

/* Where threads start: with the valuation that the shared predicates have then. */
typedef struct AcfaStart {
    uint32_t shared, loc;
    bool is_birth; /* a step of another thread starts it; otherwise it exists from the beginning */
} AcfaStart;

typedef struct Acfa {
    Run *run;
    VEC(AcfaLoc) locs;
    VEC(AcfaEdge) edges;
    VEC(AcfaStart) starts;
    Intern edge_ids;
    uint32_t *out_start, *out; /* out[out_start[l] .. out_start[l + 1]): edges from l; built by acfa_index */
} Acfa;

Acfa *acfa_new(Run *run);
void acfa_free(Acfa *a);
uint32_t acfa_add_loc(Acfa *a, bool is_atomic, uint32_t loc);
/* Adds one, or the sources to the one that there is. */
void acfa_add_edge(Acfa *a, uint32_t from, uint32_t to, uint32_t label, uint32_t edge, const Ids *sources);
void acfa_add_start(Acfa *a, uint32_t shared, uint32_t loc, bool is_birth);
void acfa_index(Acfa *a);
/* For checks: are all numbers in range, and regions and sources sorted? */
bool acfa_is_valid(const Acfa *a);

#endif
