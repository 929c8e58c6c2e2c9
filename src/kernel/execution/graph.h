/* The events of a trace, and who reads from whom. */
#ifndef CHORUS_KERNEL_EXECUTION_GRAPH_H
#define CHORUS_KERNEL_EXECUTION_GRAPH_H

#include "program/trace.h"

#define EVENTS_OF_TRACE_MAX 1200

/* What a step does to one variable; a fence; or a step that does neither, which there is one of for each such step. */
typedef struct GraphEvent {
    uint32_t step, thread;
    uint32_t var; /* VarId.i; NO_ID: no access */
    bool reads, writes, is_fence, is_memory;
    bool spawns; /* the last of its step, which starts a thread */
    MemoryOrder order;
    uint32_t from;       /* of a read of memory: the event of the write; NO_ID: the initial value */
    uint32_t place;      /* of a write of memory: its place in the order of writes of the variable, from 1 */
    uint32_t spawned_by; /* the event before its thread's first one, in another thread; NO_ID: none, or not the first */
} GraphEvent;

typedef struct ExecutionGraph {
    const Program *p;
    const Trace *trace;
    VEC(GraphEvent) events; /* in the order of steps */
    uint32_t threads;       /* at most EVENTS_OF_TRACE_MAX */
} ExecutionGraph;

/* NULL: there are too many events or threads. */
ExecutionGraph *graph_of_trace(const Program *p, const Trace *trace);
void graph_free(ExecutionGraph *g);

/* Of a read, the place of what it reads; 0: the initial value. */
uint32_t graph_place_read(const ExecutionGraph *g, const GraphEvent *e);
/* eco, that is rf, mo and fr, closed: b reads or overwrites what a has written or read, or what came later. */
bool graph_is_before(const ExecutionGraph *g, uint32_t a, uint32_t b);
/* Same thread, a before b. */
bool graph_is_po(const ExecutionGraph *g, uint32_t a, uint32_t b);
/* A sequentially consistent access of memory or fence. */
bool graph_is_sc(const GraphEvent *e);

#endif
