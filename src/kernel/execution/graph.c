#include "kernel/execution/graph.h"

#include "base/check.h"
#include "logic/term/walk.h"

typedef VEC(uint32_t) EventIds;

typedef struct GraphBuilder {
    ExecutionGraph *g;
    Run *run;
    EventIds *writes;     /* by VarId.i: the events that write it, in their order */
    EventIds last, spawn; /* by thread: its last event; the one that started it; NO_ID: none */
    uint32_t first;       /* event of the step at hand */
} GraphBuilder;

/* ---- events of a step ---- */

static bool is_in_section(const Program *p, const Edge *e)
{
    return p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic;
}

static GraphEvent *add_event(GraphBuilder *b, uint32_t step, uint32_t var)
{
    const TraceStep *s = &b->g->trace->steps.data[step];
    const Edge *e = &b->g->p->edges.data[s->edge.i];
    GraphEvent event = {.step = step, .thread = s->thread, .var = var, .order = e->order};
    event.from = event.spawned_by = NO_ID;
    event.is_memory = var != NO_ID && b->g->p->vars.data[var].is_memory;
    uint32_t *last = &b->last.data[s->thread];
    if (*last == NO_ID) event.spawned_by = b->spawn.data[s->thread];
    *last = b->g->events.count;
    vec_push(b->run, &b->g->events, event);
    return &vec_last(&b->g->events);
}

static GraphEvent *event_of_variable(GraphBuilder *b, uint32_t step, uint32_t var)
{
    for (uint32_t i = b->first; i < b->g->events.count; i++)
        if (b->g->events.data[i].var == var) return &b->g->events.data[i];
    return add_event(b, step, var);
}

typedef struct ReadCall {
    GraphBuilder *b;
    uint32_t step;
} ReadCall;

static void add_read(void *arg, Term var)
{
    const ReadCall *call = arg;
    const Program *p = call->b->g->p;
    uint32_t v = term_symbol(p->tm, var);
    if (p->vars.data[v].class == VAR_SHARED) event_of_variable(call->b, call->step, v)->reads = true;
}

static void add_reads(GraphBuilder *b, uint32_t step, const Edge *e)
{
    ReadCall call = {b, step};
    const Program *p = b->g->p;
    term_for_each_var(p->tm, e->guard, add_read, &call);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(p->tm, e->assigns[i].value, add_read, &call);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, add_read, &call);
}

/* ---- who reads from whom ---- */

static bool is_stale(const TraceStep *s, uint32_t var) { return s->stale && s->stale->var.i == var; }

/* The write that the event takes what it finds from: the last one, unless the trace says otherwise. */
static uint32_t write_before(const GraphBuilder *b, const TraceStep *s, uint32_t var)
{
    const EventIds *writes = &b->writes[var];
    if (!is_stale(s, var)) return writes->count ? vec_last(writes) : NO_ID;
    for (uint32_t i = 0; i < writes->count; i++)
        if (b->g->events.data[writes->data[i]].step == s->stale->after) return writes->data[i];
    return NO_ID;
}

static void put_write(GraphBuilder *b, uint32_t event, uint32_t after)
{
    EventIds *writes = &b->writes[b->g->events.data[event].var];
    uint32_t at = 0;
    while (after != NO_ID && writes->data[at++] != after)
        CHECK(at < writes->count);
    vec_push(b->run, writes, event);
    for (uint32_t i = writes->count - 1; i > at; i--)
        writes->data[i] = writes->data[i - 1];
    writes->data[at] = event;
}

static void order_events(GraphBuilder *b, const TraceStep *s, const Edge *e)
{
    for (uint32_t i = b->first; i < b->g->events.count; i++) {
        GraphEvent *event = &b->g->events.data[i];
        if (!event->is_memory) continue;
        uint32_t after = write_before(b, s, event->var);
        event->reads |= event->writes && e->is_update; /* whose old value nobody wants */
        if (event->reads) event->from = after;
        if (event->writes) put_write(b, i, after);
    }
}

static void add_events(GraphBuilder *b, uint32_t step)
{
    const Program *p = b->g->p;
    const TraceStep *s = &b->g->trace->steps.data[step];
    const Edge *e = &p->edges.data[s->edge.i];
    b->first = b->g->events.count;
    if (e->is_fence) add_event(b, step, NO_ID)->is_fence = true;
    if (is_in_section(p, e)) { /* sections exclude each other: a variable of their own that all use */
        GraphEvent *section = add_event(b, step, p->vars.count);
        section->is_memory = false;
        section->reads = section->writes = true;
    }
    add_reads(b, step, e);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].class == VAR_SHARED)
            event_of_variable(b, step, e->assigns[i].var.i)->writes = true;
    if (b->first == b->g->events.count) add_event(b, step, NO_ID);
    order_events(b, s, e);
    if (s->child == NO_ID) return;
    vec_last(&b->g->events).spawns = true;
    vec_push(b->run, &b->last, NO_ID);
    vec_push(b->run, &b->spawn, b->last.data[s->thread]);
}

ExecutionGraph *graph_of_trace(const Program *p, const Trace *trace)
{
    GraphBuilder b = {.run = p->run};
    b.g = run_alloc(p->run, sizeof *b.g);
    b.g->p = p;
    b.g->trace = trace;
    b.writes = run_alloc(p->run, (p->vars.count + 1) * sizeof *b.writes);
    for (uint32_t i = 0; i < trace->initial.count; i++) {
        vec_push(p->run, &b.last, NO_ID);
        vec_push(p->run, &b.spawn, NO_ID);
    }
    b.g->threads = trace->initial.count + trace->threads_created;
    bool fits = b.g->threads <= EVENTS_OF_TRACE_MAX;
    for (uint32_t i = 0; i < trace->steps.count && fits; i++) {
        add_events(&b, i);
        fits = b.g->events.count <= EVENTS_OF_TRACE_MAX;
    }
    for (uint32_t v = 0; v < p->vars.count; v++) {
        for (uint32_t i = 0; i < b.writes[v].count; i++)
            b.g->events.data[b.writes[v].data[i]].place = i + 1;
        vec_free(p->run, &b.writes[v]);
    }
    run_release(p->run, b.writes);
    vec_free(p->run, &b.last);
    vec_free(p->run, &b.spawn);
    if (fits) return b.g;
    graph_free(b.g);
    return NULL;
}

void graph_free(ExecutionGraph *g)
{
    Run *run = g->p->run;
    vec_free(run, &g->events);
    run_release(run, g);
}

/* ---- relations that need no closure ---- */

uint32_t graph_place_read(const ExecutionGraph *g, const GraphEvent *e)
{
    CHECK(e->reads && e->is_memory);
    return e->from == NO_ID ? 0 : g->events.data[e->from].place;
}

bool graph_is_before(const ExecutionGraph *g, uint32_t a, uint32_t b)
{
    const GraphEvent *x = &g->events.data[a], *y = &g->events.data[b];
    if (a == b || !x->is_memory || !y->is_memory || x->var != y->var) return false;
    if (x->writes && y->writes && x->place < y->place) return true;                 /* mo */
    if (x->writes && y->reads && x->place <= graph_place_read(g, y)) return true;   /* mo?; rf */
    if (x->reads && y->writes && graph_place_read(g, x) < y->place) return true;    /* fr */
    return x->reads && y->reads && graph_place_read(g, x) < graph_place_read(g, y); /* fr; rf */
}

bool graph_is_po(const ExecutionGraph *g, uint32_t a, uint32_t b)
{
    return a < b && g->events.data[a].thread == g->events.data[b].thread;
}

bool graph_is_sc(const GraphEvent *e) { return e->order == MEMORY_ORDERED && (e->is_memory || e->is_fence); }
