/* Thread abstractions (C, P): what a step of a thread, or of another one, does to the predicates ("Race Checking by
 * Context Inference", section 3.4).
 *
 * The paper's abstract thread state is a location and a formula over the predicates; here it is a location and one
 * valuation of them, and what would be one formula is a set of such states. Valuations of the shared predicates and of
 * the others (of one template's locals) are numbered apart. Predicates over dead locals are not tracked: their bit is 0
 * and means nothing, which only ever allows more.
 *
 * Every image is the best there is for the predicates: all valuations that the solver finds a model for. */
#ifndef CHORUS_ENGINES_CIRC_THREAD_H
#define CHORUS_ENGINES_CIRC_THREAD_H

#include "engines/circ/label.h"
#include "engines/symmpa/abstraction/predicate.h"
#include "logic/smt/smt.h"
#include "program/analysis/liveness.h"

/* A valuation of the shared predicates and of those of the thread at hand. */
typedef struct Valuation {
    uint32_t shared, local;
} Valuation;

typedef VEC(Valuation) Valuations;

typedef struct AbstractThreads {
    Run *run;
    Program *p;
    uint32_t edge_count; /* edges of the threads: the first ones of p */
    const Labels *labels;
    const Predicates *predicates;
    Smt *smt;
    Liveness *live;
    Bits *tracked;   /* predicates of its template, by location */
    uint32_t *alike; /* by location: the first one of its template where the same predicates are tracked */
    uint8_t *guards; /* by EdgeId.i: can they hold whatever the predicates say? */
    Intern shared_ids, local_ids;
    VEC(Bits) shared;
    VEC(Bits) local;
    Intern images; /* questions that were asked */
    VEC(Valuations) answers;
} AbstractThreads;

/* Location of a thread that is yet to be started. */
#define UNBORN NO_ID

void threads_init(AbstractThreads *t, Program *p, uint32_t edge_count, const Labels *labels,
                  const Predicates *predicates, Smt *smt);
void threads_clear(AbstractThreads *t);

/* The answers below are valid until the next question. */

/* Valuations of the initial state, for a thread of the template; NO_ID: without thread, local 0. */
const Valuations *threads_initial(AbstractThreads *t, uint32_t template);
/* Does what is known of such a thread at the start depend on arbitrary initial values of shared variables? Then of the
 * valuations of threads_initial that agree on the shared predicates some may be of other values of these variables than
 * others: not all of them need be possible at once. */
bool threads_initial_depends(const AbstractThreads *t, uint32_t template);
/* After the edge, which may be taken with that valuation: none when it cannot. Error edges lead to one, too. */
const Valuations *threads_step(AbstractThreads *t, EdgeId edge, Valuation v);
/* After a step of another thread with that label, from a location (or UNBORN): all shared predicates may have changed
 * as far as the havoc allows. */
const Valuations *threads_interfere(AbstractThreads *t, uint32_t label, uint32_t loc, Valuation v);
/* Of a thread that was just started by a step of that class (Labels.births), with these shared predicates afterwards;
 * the starting thread's locals are arbitrary. */
const Valuations *threads_birth(AbstractThreads *t, uint32_t birth, uint32_t shared);
/* Appends literals of the valuation at the location. */
typedef VEC(Term) LiteralTerms;
void threads_add_literals(const AbstractThreads *t, uint32_t loc, Valuation v, LiteralTerms *out);
/* The shared predicates of a valuation as a term. */
Term threads_shared_term(const AbstractThreads *t, uint32_t shared);

#endif
