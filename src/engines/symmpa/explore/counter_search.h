/* The state of the search with counters; shared by the files of the search only. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_SEARCH_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_SEARCH_H

#include "base/intern.h"
#include "engines/symmpa/explore/oracle.h"

#define COUNTER_NONE UINT32_MAX

typedef struct CounterGroup {
    uint32_t local, count;
} CounterGroup;

/* How a state was reached. */
typedef struct StateArrival {
    uint32_t parent;
    uint32_t move; /* index of a KnownMove; COUNTER_NONE for initial states */
} StateArrival;

typedef struct KnownMove {
    uint32_t active; /* local part before */
    uint32_t shared; /* before */
    Move move;
} KnownMove;

typedef struct CounterRange {
    uint32_t first, count;
} CounterRange;

/* From pairs of ids to what is known about them. */
typedef struct PairMap {
    Intern pairs;
    VEC(CounterRange) ranges;
} PairMap;

/* A successor that waits to be interned. */
typedef struct Waiting {
    uint32_t start, length, hash; /* in batch_words */
    StateArrival arrival;
} Waiting;

#define COUNTER_BATCH 64

typedef struct CounterSearch {
    Run *run;
    const Oracle *oracle;
    uint32_t n, initial_total;
    uint64_t limit;
    bool full;
    bool counts_starts; /* a start beyond n is what is searched for */
    Intern states;      /* [shared, (local, count)*] sorted by local */
    VEC(StateArrival) arrivals;
    PairMap moves; /* [shared, active]: range of known_moves */
    VEC(KnownMove) known_moves;
    PairMap replies; /* [move, passive]: range of known_replies */
    VEC(uint32_t) known_replies;
    VEC(LocalInfo) infos; /* by local part */
    VEC(bool) has_info;
    VEC(bool) active; /* scratch of counter_choose_eager, by group */
    VEC(uint32_t) batch_words;
    Waiting batch[COUNTER_BATCH];
    uint32_t batch_count;
    /* the state being expanded */
    uint32_t shared, threads;
    VEC(CounterGroup) groups;
    /* the successor under construction */
    uint32_t *key; /* shared, (local, count)* */
    uint32_t key_length, key_capacity;
    StateArrival arrival;
    uint32_t next_shared;
    uint8_t joint;
    VEC(CounterGroup) rest;      /* passive threads */
    VEC(uint32_t) before, after; /* of passive threads that have chosen, for joint moves */
    VEC(uint32_t) saved;         /* keys to come back to */
} CounterSearch;

/* Is a thread beyond the first ones still started? */
static inline bool counter_may_start(const CounterSearch *s) { return s->threads - s->initial_total < s->n; }

/* Is the child of a move really started in the state that is being expanded? */
static inline bool counter_starts_child(const CounterSearch *s, const Move *m)
{
    return m->child != NO_LOCAL && counter_may_start(s);
}

#endif
