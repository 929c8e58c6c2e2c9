/* ReachAndBuild: the reachable states of an abstract multi-threaded program ((C, P), (A, k)), and the reachability
 * graph of its main thread ("Race Checking by Context Inference", algorithm 1).
 *
 * A state is the main thread's location and valuation and, for each location of each context automaton, a counter: how
 * many context threads are there. Counters count up to k and then say "more", which is the paper's omega; two things
 * are said more carefully here than there, as the paper's rule omega - 1 = omega would keep a location occupied (its
 * region assumed, its atomicity respected) that every thread may have left:
 *   "more" minus one is "more" or k: both are followed.
 *   Where any number of threads start the counter is ALWAYS: some thread is there whatever others do. The runs of n
 *   threads are among those of the program with infinitely many, in which that is so.
 *
 * Where the paper's post (section 3.4) takes the successor together with the regions of all occupied locations, and
 * then tells the graph, the graph is told here first, and only then states are dropped that do not fit the regions of
 * threads that stand by. The other way round is unsound: every view would take for granted, of a step, what the others'
 * regions say after the same step, which they say only because their views do so, too. (Threads `x = 1` that all start
 * where x == 0: no step would ever be made.) So a step's successor depends on what the context's regions say before it,
 * which is the induction hypothesis, and on the region that the moving thread itself comes to, which is the graph's of
 * its own view.
 *
 * One context automaton for each thread template. A thread that others start is analysed as main thread from before its
 * start (location UNBORN): a context thread's step may start it, or another one of its kind. */
#ifndef CHORUS_ENGINES_CIRC_REACH_H
#define CHORUS_ENGINES_CIRC_REACH_H

#include "engines/circ/reach_graph.h"
#include "engines/circ/system.h"

/* Why a state is an error. */
typedef struct AbstractError {
    EdgeId edge;                     /* of the main thread */
    uint32_t access;                 /* that races; NO_ID: the edge itself is an error */
    uint32_t template, place, write; /* the other thread's: place among all, class of the write */
} AbstractError;

typedef struct SystemStep {
    bool is_context;
    uint32_t edge;     /* EdgeId.i, or number in the context automaton */
    uint32_t template; /* context */
    uint32_t child;    /* place where a context thread starts; NO_ID: none */
    bool is_birth;     /* the main thread starts */
    uint32_t birth;    /* class of the start of a thread; NO_ID: none starts */
    uint32_t shared;   /* valuation afterwards */
} SystemStep;

typedef struct SystemTrace {
    uint32_t template; /* of the main thread */
    bool is_unborn;    /* it starts on the way */
    uint32_t shared;   /* at the start */
    uint8_t *counters; /* at the start */
    VEC(SystemStep) steps;
    AbstractError error;
} SystemTrace;

typedef struct SystemSearch {
    const System *system;
    uint32_t template; /* of the main thread; NO_ID: there is none */
    /* Is the state an error? NULL: none is. */
    bool (*is_error)(void *arg, const SystemState *state, AbstractError *error);
    /* Called for each state, may be NULL. */
    void (*visit)(void *arg, const SystemState *state);
    void *arg;
    ReachGraph *graph; /* NULL without main thread */
    uint64_t states;   /* found */
} SystemSearch;

/* Breadth first. False: no error; true: *trace leads to one and is owned by the run. */
bool system_search(SystemSearch *search, SystemTrace *trace);
void system_trace_clear(Run *run, SystemTrace *trace);

#endif
