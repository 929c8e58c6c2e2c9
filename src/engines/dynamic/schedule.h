/* One run of the program under a schedule drawn at random. */
#ifndef CHORUS_ENGINES_DYNAMIC_SCHEDULE_H
#define CHORUS_ENGINES_DYNAMIC_SCHEDULE_H

#include "base/rng.h"
#include "engines/dynamic/executor.h"

/* The edges of each location: errors, and others that a run may take. Edges that over-approximate more than values are
 * among neither. */
typedef struct Moves {
    const Program *p;
    uint32_t *starts, *edges; /* as in Program: those of a run */
    uint32_t *error_starts, *errors;
    bool *is_wait; /* of locations: threads wait there, and an error says if for ever */
} Moves;

/* first_monitor: edges from there on announce races, and say that there is one. */
Moves *moves_new(const Program *p, uint32_t first_monitor);
void moves_free(Moves *m);

typedef struct Schedule {
    uint64_t seed;           /* of values and of choices */
    uint64_t choices;        /* another number gives other choices for the same values */
    uint32_t steps, threads; /* at most: taken, created */
    uint32_t stick;          /* a thread goes on but for one time in so many; 0: until it cannot */
    uint32_t focus;          /* threads behind the first so many, and main, go on when no other can; 0: all are alike */
    bool is_lazy;            /* who waits goes on when nobody else can: no wait ends without its reason */
    uint32_t patience;       /* steps after which a thread that is held back is let go */
} Schedule;

typedef enum Held { GOES_ON, HELD_BACK, HELD_NO_MORE, ALL_LET_GO, HAS_MOVED, IS_AT_ERROR } Held;

typedef struct Watcher {
    /* Before the thread takes the edge. GOES_ON: it does; HELD_BACK: later, when nobody else can go on, or patience is
     * at its end (is_forced: now it must; the answer is GOES_ON); HELD_NO_MORE: all who are go on; ALL_LET_GO: no
     * thread is held back any longer, and none will be; HAS_MOVED, IS_AT_ERROR: the watcher has taken a step of the
     * thread instead, or all to an error. NULL: nobody looks on. */
    Held (*before)(void *arg, uint32_t thread, EdgeId edge, bool is_forced);
    void (*start)(void *arg);
    void *arg;
} Watcher;

/* Is the executor's run one to an error? */
bool schedule_run(Executor *x, const Moves *moves, const Schedule *schedule, const Watcher *watcher);

#endif
