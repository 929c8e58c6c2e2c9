#include "engines/modular/interleaving.h"

#include "base/check.h"
#include "engines/modular/early.h"
#include "program/step.h"

typedef struct Builder {
    const ModularThreads *t;
    const SequentialPath *path;
    Run *run;
    Trace *out;
    uint32_t number[WRITTEN_THREADS_MAX]; /* in the trace; NO_ID: not created yet */
    uint32_t count;
    uint32_t *early; /* per thread: so many of its steps have been put first, and are not in their own places */
} Builder;

/* Arbitrary values of the thread's locals. */
static void add_arbitrary_locals(const Builder *b, uint32_t thread, const Edge *start, TraceValues *out)
{
    TemplateId of = b->t->written->origins.data[thread].of;
    const Program *p = b->t->from;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (program_is_local_of(p, (VarId){v}, of) && step_starts_arbitrary(p, (VarId){v}, start))
            vec_push(b->run, out,
                     ((TraceValue){{v}, path_initial(b->path, b->t->written->threads.data[thread].vars[v])}));
}

static void begin_interleaving(Builder *b)
{
    const Program *p = b->t->from;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && !term_is(p->vars.data[v].init))
            vec_push(b->run, &b->out->shared, ((TraceValue){{v}, path_initial(b->path, v)}));
    for (uint32_t i = 0; i < threads_count(b->t); i++) {
        b->number[i] = NO_ID;
        if (b->t->written->origins.data[i].parent != NO_ID) continue;
        TraceThread thread = {.template = b->t->written->origins.data[i].of};
        add_arbitrary_locals(b, i, NULL, &thread.locals);
        vec_push(b->run, &b->out->initial, thread);
        b->number[i] = b->count++;
    }
}

static void add_started_child(Builder *b, uint32_t parent, EdgeId id, TraceStep *step)
{
    for (uint32_t i = 0; i < threads_count(b->t); i++) {
        const ThreadOrigin *child = &b->t->written->origins.data[i];
        if (child->parent != parent || child->start.i != id.i) continue;
        step->child = b->number[i] = b->count++;
        b->out->threads_created++;
        add_arbitrary_locals(b, i, &b->t->from->edges.data[id.i], &step->child_locals);
    }
}

static void add_interleaved_edge(Builder *b, uint32_t thread, EdgeId id, const TraceValues *inputs)
{
    TraceStep step = {.thread = b->number[thread], .edge = id, .child = NO_ID};
    for (uint32_t i = 0; inputs && i < inputs->count; i++) /* others are of the program written out only */
        if (inputs->data[i].var.i < b->t->from->vars.count) vec_push(b->run, &step.inputs, inputs->data[i]);
    if (b->t->from->edges.data[id.i].spawn.i != NO_ID) add_started_child(b, thread, id, &step);
    vec_push(b->run, &b->out->steps, step);
}

/* The steps that could as well all be taken before any other, up to each thread's last start: those start everybody who
 * does not wait for it. */
static void add_early(Builder *b)
{
    Program *from = b->t->from;
    EarlySteps steps = {0};
    b->early = run_alloc(b->run, (threads_count(b->t) + 1) * sizeof *b->early);
    for (uint32_t i = 0; i < threads_count(b->t); i++) {
        if (!early_starts(from, &b->t->written->origins, i)) continue;
        early_steps(from, b->t->written->origins.data[i].of, &steps);
        uint32_t count = steps.count;
        while (count > 0 && from->edges.data[steps.data[count - 1].i].spawn.i == NO_ID)
            count--;
        b->early[i] = count;
        for (uint32_t k = 0; k < count; k++)
            add_interleaved_edge(b, i, steps.data[k], NULL);
    }
    vec_free(b->run, &steps);
}

static void add_planned_step(Builder *b, const ModularPlan *plan)
{
    const Program *p = b->t->p;
    uint32_t thread = p->locs.data[p->edges.data[plan->edge.i].from.i].template.i;
    if (b->early[thread] > 0) {
        b->early[thread]--;
        return;
    }
    add_interleaved_edge(b, thread, b->t->origin.data[plan->edge.i], &plan->inputs);
}

Trace *interleaving_of(const SequentialPath *path, const ModularPlan *plan)
{
    Run *run = path->machine.run;
    Builder b = {.t = path->t, .path = path, .run = run, .out = run_alloc(run, sizeof(Trace))};
    begin_interleaving(&b);
    add_early(&b);
    for (; plan; plan = plan->next)
        add_planned_step(&b, plan);
    return b.out;
}

const char *interleaving_is_approximate(const Program *p, const Trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const Edge *e = &p->edges.data[trace->steps.data[i].edge.i];
        if (e->approximate)
            return run_format(p->run, "a counterexample passes what the model over-approximates: %s", e->approximate);
    }
    return NULL;
}
