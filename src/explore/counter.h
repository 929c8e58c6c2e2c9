/* Explicit search with counters, for a fixed number of threads (paper 001, section 4; paper 000, 4.2).
 *
 * A state is (shared part, multiset of local parts): threads with equal local parts are counted, which is exact
 * because threads of one template are symmetric. Breadth first, so error traces are shortest. */
#ifndef CHORUS_EXPLORE_COUNTER_H
#define CHORUS_EXPLORE_COUNTER_H

#include "explore/oracle.h"

/* One step of an abstract error trace, with thread identities: initial threads first, in the order of
 * InitialState.threads, then in order of creation. */
typedef struct AbstractStep {
    uint32_t thread;
    uint32_t edge;
    uint32_t child; /* index of the started thread, NO_LOCAL = none */
} AbstractStep;

typedef struct AbstractTrace {
    uint32_t initial_threads; /* number of threads at the start */
    uint32_t *initial_kinds;  /* for each, index into InitialState.threads */
    VEC(AbstractStep) steps;
} AbstractTrace;

/* n threads: of every "many" kind at the start n threads; and at most n threads are ever started, further starts have
 * no effect. SAFE means that no error move is possible within that. At most state_limit states (then LIMIT, which
 * means nothing). *trace is filled in for ERROR; *states always. visitor may be NULL. */
ExploreResult counter_explore(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, AbstractTrace *trace,
                              uint64_t *states, const StateVisitor *visitor);

#endif
