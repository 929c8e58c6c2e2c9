/* The successor oracle: what an explorer needs to know of an abstract multi-threaded system.
 *
 * States consist of a shared part and one local part per thread; both are ids that only the oracle understands.
 * A step of the active thread is a Move; when Move.broadcast is set, the local part of every passive thread changes
 * too, each by its own choice among the answers of `passive`; no answer means that the step is blocked by that thread.
 * When Move.joint is set, a choice of answers counts only if `allows` says yes of the passive threads together.
 * Pointers returned are valid until the next call of any function of the oracle. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_ORACLE_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_ORACLE_H

#include "base/vec.h"

#define NO_LOCAL UINT32_MAX

typedef struct Move {
    uint32_t edge;          /* the oracle's name of the step */
    uint32_t shared, local; /* afterwards */
    uint32_t child;         /* local part of the thread that the step starts, NO_LOCAL = none */
    bool error;             /* the step is the failure of an assertion */
    bool broadcast;         /* passive threads must be asked */
    uint8_t joint;          /* 0: each passive thread chooses for itself. m >= 2: the choices of up to m of them are
                               related, `allows` says how */
} Move;

typedef struct LocalInfo {
    bool single; /* at most one thread of this kind ever exists */
    bool atomic; /* no other thread may move */
    bool dead;   /* never moves again, and does not stop others */
    bool eager;  /* may be run before all others without losing errors where `is_free` says so of every one of them
                    (where it is NULL: always, and it cannot block): on no cycle of such steps that starts no thread */
} LocalInfo;

/* Initial threads: `count` local parts that a thread of one kind may start with. */
typedef struct InitialThreads {
    bool many; /* any number of such threads (n of them for a fixed n), each with its own choice; else one */
    uint32_t *locals;
    uint32_t count;
} InitialThreads;

typedef struct InitialState {
    uint32_t shared;
    InitialThreads *threads;
    uint32_t count;
} InitialState;

typedef struct Oracle {
    void *self;
    uint32_t (*initial)(void *self, const InitialState **states);
    uint32_t (*moves)(void *self, uint32_t shared, uint32_t local, const Move **moves);
    uint32_t (*passive)(void *self, uint32_t shared, uint32_t local, const Move *move, uint32_t passive,
                        const uint32_t **locals);
    LocalInfo (*info)(void *self, uint32_t local);
    /* May passive threads with the local parts before[] change to after[] in one step? Called with some of the passive
     * threads, growing one by one: only the constraints that involve the last one need to be looked at. "No" must mean
     * no whatever the other threads do. Of threads with the same before and after, Move.joint many stand for all. NULL
     * when no move is joint. */
    bool (*allows)(void *self, uint32_t shared, uint32_t local, const Move *move, const uint32_t *before,
                   const uint32_t *after, uint32_t count);
    /* Partial orders; both NULL when the eager threads' steps depend on nobody. Are the next steps of a thread at
     * `local` independent of everything that one at `other` may ever do? And may what one at `other` does, now or
     * later, let one at `local` move that has no move now? */
    bool (*is_free)(void *self, uint32_t local, uint32_t other);
    bool (*may_enable)(void *self, uint32_t other, uint32_t local);
} Oracle;

/* Receives the states of an exploration that finds no error, when it has ended. Pointers are valid during the call. */
typedef struct StateVisitor {
    void *arg;
    /* counter: groups are count pairs (local part, number of threads), each part once. view: the common part, and the
     * view's other local parts. */
    void (*state)(void *arg, uint32_t shared, const uint32_t *groups, uint32_t count);
    void (*view)(void *arg, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                 const uint32_t *others, uint32_t other_count);
} StateVisitor;

typedef enum ExploreResult { EXPLORE_SAFE, EXPLORE_ERROR, EXPLORE_LIMIT } ExploreResult;

#endif
