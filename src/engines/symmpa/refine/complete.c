#include "engines/symmpa/refine/complete.h"

#include "base/check.h"
#include "engines/symmpa/refine/execution.h"

/* Steps added at most. */
#define COMPLETE_STEPS 200000

typedef struct Completion {
    Execution x;
    Program *p;
    AbstractTrace *out;
    uint32_t *numbers; /* of the trace's threads, in *out */
    uint32_t starts;   /* of threads of the trace, still to come */
    uint32_t added;
} Completion;

static void take_completing_step(Completion *c, AbstractStep step)
{
    execution_step(&c->x, &step);
    vec_push(c->p->run, &c->out->steps, step);
}

/* A start without effect must not come before one with: only when the limit on their number is reached. */
static uint32_t idle_child(const Completion *c, uint32_t edge)
{
    return c->starts && c->p->edges.data[edge].spawn.i != NO_ID ? c->x.templates.count : NO_LOCAL;
}

static void take_from_trace(Completion *c, AbstractStep step)
{
    step.thread = c->numbers[step.thread];
    if (step.child != NO_LOCAL) {
        CHECK(c->starts > 0);
        c->starts--;
        c->numbers[step.child] = c->x.templates.count;
        step.child = c->x.templates.count;
    }
    take_completing_step(c, step);
}

/* A thread that starts inside an atomic section and never runs would stop all others. */
static bool starts_in_atomic_section(const Program *p, const Edge *e)
{
    return e->spawn.i != NO_ID && p->locs.data[p->templates.data[e->spawn.i].entry.i].atomic;
}

/* The edge that the thread, alone, goes on with: the first that is possible, a certain one before an uncertain one. */
static uint32_t choose_edge(Completion *c, uint32_t thread, LocId at)
{
    Program *p = c->p;
    uint32_t best = NO_ID;
    for (uint32_t k = p->out_start[at.i]; k < p->out_start[at.i + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (e->is_error || starts_in_atomic_section(p, e)) continue;
        Term guard = execution_evaluate(&c->x, thread, e->guard);
        if (term_is_true(p->tm, guard)) return p->out_edges[k];
        if (!term_is_false(p->tm, guard) && best == NO_ID) best = p->out_edges[k];
    }
    return best;
}

/* Lets the thread run alone until it is back where the edge starts. */
static bool go_round(Completion *c, uint32_t thread, const Edge *edge)
{
    LocId at = edge->from;
    CHECK(c->p->locs.data[at.i].template.i == c->x.templates.data[thread]);
    do {
        uint32_t next = choose_edge(c, thread, at);
        if (next == NO_ID || c->added++ == COMPLETE_STEPS) return false;
        run_poll(c->p->run);
        CHECK(c->p->edges.data[next].from.i == at.i && !c->p->edges.data[next].is_error);
        take_completing_step(c, (AbstractStep){.thread = thread, .edge = next, .child = idle_child(c, next)});
        at = c->p->edges.data[next].to;
    } while (at.i != edge->from.i);
    return true;
}

static bool complete_step(Completion *c, const LoopCounters *counters, const AbstractStep *step)
{
    TermManager *tm = c->p->tm;
    const Edge *e = &c->p->edges.data[step->edge];
    uint32_t thread = c->numbers[step->thread];
    Term rest = loop_counters_drop(counters, e->guard);
    while (term_is_false(tm, execution_evaluate(&c->x, thread, e->guard)))
        if (term_is_false(tm, execution_evaluate(&c->x, thread, rest)) || !go_round(c, thread, e)) return false;
    take_from_trace(c, *step);
    return true;
}

bool trace_complete(Program *p, const LoopCounters *counters, const AbstractTrace *trace, AbstractTrace *complete)
{
    Completion c = {.p = p, .out = complete};
    for (uint32_t i = 0; i < trace->steps.count; i++)
        if (trace->steps.data[i].child != NO_LOCAL) c.starts++;
    c.numbers = run_alloc(p->run, (trace->initial_threads + c.starts + 1) * sizeof *c.numbers);
    for (uint32_t i = 0; i < trace->initial_threads; i++)
        c.numbers[i] = i;
    *complete = *trace;
    complete->steps.data = NULL;
    complete->steps.count = complete->steps.capacity = 0;
    execution_start(&c.x, p, trace);
    bool possible = true;
    for (uint32_t i = 0; i < trace->steps.count && possible; i++)
        possible = complete_step(&c, counters, &trace->steps.data[i]);
    CHECK(!possible || complete->steps.count == trace->steps.count + c.added);
    CHECK(!possible || c.starts == 0);
    execution_end(&c.x);
    run_release(p->run, c.numbers);
    return possible && c.added > 0;
}
