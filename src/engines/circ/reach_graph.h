/* The abstract reachability graph while it is built: Connect, Find, Union ("Race Checking by Context Inference",
 * algorithms 2 to 4).
 *
 * Thread states that a step of another thread leads between become one location, as such a step is none of the thread's
 * own. So all states of a location have one program location. */
#ifndef CHORUS_ENGINES_CIRC_REACH_GRAPH_H
#define CHORUS_ENGINES_CIRC_REACH_GRAPH_H

#include "engines/circ/acfa.h"
#include "engines/circ/thread.h"

typedef struct ThreadPoint {
    uint32_t loc; /* LocId.i */
    Valuation v;
} ThreadPoint;

typedef struct ReachGraphStep {
    uint32_t from, to; /* points */
    uint32_t edge;
    bool is_standing; /* it is not taken */
} ReachGraphStep;

typedef struct ReachGraphStart {
    uint32_t point, shared;
    uint32_t birth;
} ReachGraphStart;

typedef struct ReachGraph {
    Run *run;
    const Program *p;
    const Labels *labels;
    Intern point_ids, step_ids;
    VEC(ThreadPoint) points;
    VEC(uint32_t) parent; /* of points: union-find */
    VEC(ReachGraphStep) steps;
    VEC(ReachGraphStart) starts;
    uint32_t *loc_of; /* of points, after reach_graph_finish: the location */
} ReachGraph;

void reach_graph_init(ReachGraph *g, const Program *p, const Labels *labels);
void reach_graph_clear(ReachGraph *g);
/* Find: the point of a thread state. */
uint32_t reach_graph_find(ReachGraph *g, ThreadPoint point);
/* A step of the thread itself. */
void reach_graph_connect(ReachGraph *g, uint32_t from, EdgeId edge, uint32_t to);
/* The thread stands before an edge that writes and that it could take, if another one were not at an atomic location:
 * accesses of that one may race with the write. */
void reach_graph_stand(ReachGraph *g, uint32_t point, EdgeId edge);
/* A step of another thread. */
void reach_graph_union(ReachGraph *g, uint32_t a, uint32_t b);
void reach_graph_start(ReachGraph *g, uint32_t point, uint32_t birth);
/* The graph as an automaton: regions are the shared predicates of a location's states. Sets loc_of. */
Acfa *reach_graph_finish(ReachGraph *g);

#endif
