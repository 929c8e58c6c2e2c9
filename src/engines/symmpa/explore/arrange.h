/* Error traces with thread identities, from paths of counter states. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_ARRANGE_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_ARRANGE_H

#include "engines/symmpa/explore/oracle.h"

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
    VEC(AbstractStep) steps;  /* the last is the error */
    /* The states before each step, one after the other: shared part, number of threads, local part of each thread. */
    VEC(uint32_t) states;
} AbstractTrace;

/* A step between counter states: the local part of the thread that moves, and how. */
typedef struct CounterStep {
    uint32_t active;
    Move move; /* child NO_LOCAL when none is started, after all */
} CounterStep;

typedef struct CounterPath {
    VEC(uint32_t) words;    /* states: shared, (local, count)*, sorted by local */
    VEC(uint32_t) starts;   /* of each state, in words */
    VEC(CounterStep) steps; /* step i leads from state i to state i + 1; the last is the error and leads nowhere */
} CounterPath;

/* Gives the steps to threads: of those that can take a step, the one that took the last, which keeps switches few.
 * Checks on the way that the oracle allows every step. n: threads of each kind "many". */
void arrange_threads(Run *run, const Oracle *oracle, uint32_t n, const CounterPath *path, AbstractTrace *trace);
/* Can that step lead from state `from` of the path to the next one? */
bool counter_step_fits(Run *run, const Oracle *oracle, const CounterPath *path, uint32_t from, const CounterStep *step);
void counter_path_free(Run *run, CounterPath *path);

#endif
