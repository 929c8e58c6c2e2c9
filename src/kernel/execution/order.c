/* One event after the other: all that orders an event comes before it in the trace. */
#include "kernel/execution/order.h"

#include "base/check.h"

typedef struct Orderer {
    const ExecutionGraph *g;
    Run *run;
    Relation before;   /* as order_before */
    Relation released; /* of a write: the events that reading it synchronizes with */
    Relation waiting;  /* by thread, as rows: what its relaxed reads leave to a fence */
} Orderer;

static void add_before(Orderer *o, uint32_t event, uint32_t earlier)
{
    relation_join_row(&o->before, event, &o->before, earlier);
    relation_add(&o->before, event, earlier);
}

static void add_all_before(Orderer *o, uint32_t event, const Relation *from, uint32_t row)
{
    for (uint32_t i = 0; i < event; i++)
        if (relation_has(from, row, i)) add_before(o, event, i);
}

/* In its thread, by whom it was started, and through what is no memory. */
static void order_by_program(Orderer *o, uint32_t i)
{
    const GraphEvent *e = &o->g->events.data[i];
    if (e->spawned_by != NO_ID) add_before(o, i, e->spawned_by);
    for (uint32_t k = 0; k < i; k++) {
        const GraphEvent *earlier = &o->g->events.data[k];
        bool is_shared = e->var != NO_ID && !e->is_memory && earlier->var == e->var;
        if (earlier->thread == e->thread || is_shared) add_before(o, i, k);
    }
}

/* What the event takes over from the write that it reads, or what fences take over for the reads before them. */
static void acquire(Orderer *o, uint32_t i)
{
    const GraphEvent *e = &o->g->events.data[i];
    bool acquires = memory_order_acquires(e->order);
    if (e->is_fence && acquires) add_all_before(o, i, &o->waiting, e->thread);
    if (!e->is_memory || !e->reads || e->from == NO_ID || e->order == MEMORY_PLAIN) return;
    if (acquires)
        add_all_before(o, i, &o->released, e->from);
    else
        relation_join_row(&o->waiting, e->thread, &o->released, e->from);
}

static void release(Orderer *o, uint32_t i)
{
    const GraphEvent *e = &o->g->events.data[i];
    if (!e->is_memory || !e->writes || e->order == MEMORY_PLAIN) return;
    if (memory_order_releases(e->order)) relation_add(&o->released, i, i);
    if (e->reads && e->from != NO_ID) relation_join_row(&o->released, i, &o->released, e->from);
    for (uint32_t k = 0; k < i; k++) {
        const GraphEvent *earlier = &o->g->events.data[k];
        if (earlier->thread != e->thread) continue;
        if (earlier->is_fence && memory_order_releases(earlier->order)) relation_add(&o->released, i, k);
        if (earlier->is_memory && earlier->writes && earlier->var == e->var)
            relation_join_row(&o->released, i, &o->released, k);
    }
}

Relation order_before(const ExecutionGraph *g)
{
    Orderer o = {.g = g, .run = g->p->run};
    uint32_t count = g->events.count, size = count > g->threads ? count : g->threads;
    o.before = relation_new(o.run, size);
    o.released = relation_new(o.run, size);
    o.waiting = relation_new(o.run, size);
    for (uint32_t i = 0; i < count; i++) {
        run_poll(o.run);
        order_by_program(&o, i);
        acquire(&o, i);
        release(&o, i);
    }
    relation_free(o.run, &o.released);
    relation_free(o.run, &o.waiting);
    return o.before;
}
