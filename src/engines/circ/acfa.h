/* Abstract control-flow automata (ACFA): how a thread behaves as far as other threads can see ("Race Checking by
 * Context Inference", section 3.3).
 *
 * Two things have this form: the abstract reachability graph (ARG) of a thread in a context, whose edges still say
 * which edge of the program they are; and its quotient, which the next context is made of. A region is a set of
 * valuations of the shared predicates, by number (engines/circ/thread.h): a formula over the globals, in full
 * disjunctive form.
 *
 * Beside the paper's havoc edge, which may be taken whenever the thread is there and leads to whatever the region of
 * its target allows, an edge knows from which valuations to which it was taken: `effects`. That is what is left of the
 * guard and the assignment when the locals are hidden. It only makes automata more precise, which is needed: where
 * others may change a variable as soon as a step is done, the region of its target says nothing of what the step did to
 * it. */
#ifndef CHORUS_ENGINES_CIRC_ACFA_H
#define CHORUS_ENGINES_CIRC_ACFA_H

#include "engines/circ/label.h"

typedef struct AcfaLoc {
    bool is_atomic;
    uint32_t loc; /* ARG: LocId.i; NO_ID in a quotient */
    IdSet region;
} AcfaLoc;

typedef struct AcfaEdge {
    uint32_t from, to, label;
    uint32_t edge; /* ARG: EdgeId.i; NO_ID in a quotient */
    IdSet effects; /* pairs of valuations, before and after: see effect_of */
} AcfaEdge;

/* Where threads start: with the valuation that the shared predicates have then. */
typedef struct AcfaStart {
    uint32_t shared, loc;
    uint32_t birth; /* class of the step of another thread that starts it (Labels.births); NO_ID: it exists from the
                       beginning */
} AcfaStart;

typedef struct Acfa {
    Run *run;
    VEC(AcfaLoc) locs;
    VEC(AcfaEdge) edges;
    VEC(AcfaStart) starts;
    Intern edge_ids;
    uint32_t *out_start, *out; /* out[out_start[l] .. out_start[l + 1]): edges from l; built by acfa_index */
} Acfa;

/* A pair of valuations of the shared predicates as a number; there must not be too many of them, see thread.c. */
#define EFFECT_BITS 16
static inline uint32_t effect_of(uint32_t before, uint32_t after)
{
    CHECK(!(before >> EFFECT_BITS) && !(after >> EFFECT_BITS));
    return before << EFFECT_BITS | after;
}
static inline uint32_t effect_before(uint32_t effect) { return effect >> EFFECT_BITS; }
static inline uint32_t effect_after(uint32_t effect) { return effect & ((1u << EFFECT_BITS) - 1); }

Acfa *acfa_new(Run *run);
void acfa_free(Acfa *a);
uint32_t acfa_add_loc(Acfa *a, bool is_atomic, uint32_t loc);
/* Adds one, or the effects to those of the one that there is. */
void acfa_add_edge(Acfa *a, uint32_t from, uint32_t to, uint32_t label, uint32_t edge, const IdSet *effects);
void acfa_add_start(Acfa *a, uint32_t shared, uint32_t loc, uint32_t birth);
void acfa_index(Acfa *a);
/* Was the edge taken from that valuation? */
bool acfa_edge_starts_at(const AcfaEdge *e, uint32_t shared);
/* For checks: are all numbers in range, and regions and effects sorted? */
bool acfa_is_valid(const Acfa *a);

#endif
