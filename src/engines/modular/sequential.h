/* The sequential programs of "Modular Verification of Concurrent Programs via Sequential Model Checking": one thread,
 * with all others abstracted.
 *
 * Two sets of others play different roles. The *inner* threads are the thread's environment: env_move gives what they
 * write any values, but those that facts exclude. A fact (before, after) says: no reachable computation of the inner
 * threads alone leads from a state where `before` holds to one where `after` holds. The *outer* threads are those on
 * whose behalf a query is asked. A query (from, to) is whether the thread and its inner threads alone can get from a
 * reachable state where `from` holds to one where `to` holds, which is then an error. Until the computation starts the
 * outer threads move, too: they may give what they write any values (try_start of the paper is that, and the start). So
 * a query's program has two copies of the thread: before the start, and after it.
 *
 * At each location where threads may take turns there are two: one before the environment's move, one after it. An
 * outer move leads back from the second to the first, so that moves of inner and outer threads take turns any number of
 * times, and each env_move stands for one uninterrupted computation of the inner threads.
 *
 * All variables are those of the program written out, and have its numbers; here they are locals of the one thread.
 * What would be unsound: to leave out a variable that others write from env_move, or a location where threads take
 * turns. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_H

#include "engines/modular/threads.h"

typedef struct Fact {
    Term before, after; /* over the program written out */
} Fact;

/* A condition from which an error is certain to be reachable when the thread is there, before the environment's move
 * (after the start, in a query). */
typedef struct Promise {
    LocId at; /* written out */
    Term condition;
} Promise;

typedef struct SequentialTask {
    uint32_t thread;
    uint32_t inner, outer; /* sets of threads, as bits; outer: none unless a query is asked */
    const Fact *facts;
    uint32_t fact_count;
    const Promise *promises;
    uint32_t promise_count;
    Term from, to; /* the query; TERM_NONE: can the thread's assertions fail? */
} SequentialTask;

typedef enum SequentialEdgeKind {
    SEQUENTIAL_STEP,    /* of the thread; index: EdgeId.i written out */
    SEQUENTIAL_ENV,     /* env_move */
    SEQUENTIAL_OUTER,   /* an outer move */
    SEQUENTIAL_START,   /* of the query's computation */
    SEQUENTIAL_ERROR,   /* an assertion fails; index: EdgeId.i written out */
    SEQUENTIAL_PROMISE, /* index: in SequentialTask.promises */
    SEQUENTIAL_TARGET   /* `to` is reached */
} SequentialEdgeKind;

typedef struct SequentialEdge {
    SequentialEdgeKind kind;
    uint32_t index;
    LocId at;     /* where the thread is, written out */
    bool started; /* on the copy after the start, or there is no query */
} SequentialEdge;

typedef struct Sequential {
    Program *p;
    VEC(SequentialEdge) edges; /* what each edge of p is */
} Sequential;

Sequential *sequential_new(const ModularThreads *t, const SequentialTask *task);

#endif
