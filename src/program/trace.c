#include "program/trace.h"

#include <string.h>

#include "base/check.h"
#include "program/step.h"

const Value *trace_find(const TraceValues *values, VarId var, uint32_t k)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i].var.i == var.i && k-- == 0) return &values->data[i].value;
    return NULL;
}

bool trace_is_weak(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++)
        if (trace->steps.data[i].stale) return true;
    return false;
}

static bool stale_is_well_formed(const Program *p, const Trace *trace, uint32_t i)
{
    const TraceStale *stale = trace->steps.data[i].stale;
    if (!stale) return true;
    if (!program_has_var(p, stale->var)) return false;
    const Var *v = &p->vars.data[stale->var.i];
    if (v->class != VAR_SHARED || !v->is_memory || v->sort.kind == SORT_ARRAY) return false;
    if (stale->after == NO_ID) return true;
    return stale->after < i && step_assigns(&p->edges.data[trace->steps.data[stale->after].edge.i], stale->var);
}

static bool step_is_well_formed(const Program *p, const TraceStep *step, uint32_t threads)
{
    if (!program_has_edge(p, step->edge) || step->thread >= threads) return false;
    const Edge *e = &p->edges.data[step->edge.i];
    if (step->child != NO_ID && (step->child != threads || e->spawn.i == NO_ID)) return false;
    for (uint32_t i = 0; i < step->inputs.count; i++)
        if (!program_has_var(p, step->inputs.data[i].var) ||
            p->vars.data[step->inputs.data[i].var.i].class != VAR_INPUT)
            return false;
    for (uint32_t i = 0; i < step->child_locals.count; i++)
        if (!program_is_local_of(p, step->child_locals.data[i].var, e->spawn)) return false;
    return true;
}

bool trace_is_well_formed(const Program *p, const Trace *trace)
{
    uint32_t threads = trace->initial.count;
    for (uint32_t i = 0; i < threads; i++)
        if (!program_has_template(p, trace->initial.data[i].template)) return false;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const TraceStep *step = &trace->steps.data[i];
        if (!step_is_well_formed(p, step, threads) || !stale_is_well_formed(p, trace, i)) return false;
        threads += step->child != NO_ID;
        if (p->edges.data[step->edge.i].is_error && i + 1 < trace->steps.count) return false;
    }
    return true;
}

void trace_clear(Run *run, Trace *trace)
{
    vec_free(run, &trace->shared);
    for (uint32_t i = 0; i < trace->initial.count; i++)
        vec_free(run, &trace->initial.data[i].locals);
    vec_free(run, &trace->initial);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        TraceStep *step = &trace->steps.data[i];
        vec_free(run, &step->inputs);
        vec_free(run, &step->child_locals);
        vec_free(run, &step->changes);
    }
    vec_free(run, &trace->steps);
    trace->threads_created = 0;
}

static void copy_values(Run *run, const TraceValues *values, TraceValues *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < values->count; i++)
        vec_push(run, out, values->data[i]);
}

Trace *trace_copy(Run *run, const Trace *trace)
{
    Trace *out = run_alloc(run, sizeof *out);
    out->threads_created = trace->threads_created;
    copy_values(run, &trace->shared, &out->shared);
    for (uint32_t i = 0; i < trace->initial.count; i++) {
        TraceThread thread = trace->initial.data[i];
        copy_values(run, &trace->initial.data[i].locals, &thread.locals);
        vec_push(run, &out->initial, thread);
    }
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        TraceStep step = trace->steps.data[i];
        if (step.stale) {
            step.stale = run_alloc(run, sizeof *step.stale);
            *step.stale = *trace->steps.data[i].stale;
        }
        copy_values(run, &trace->steps.data[i].inputs, &step.inputs);
        copy_values(run, &trace->steps.data[i].child_locals, &step.child_locals);
        memset(&step.changes, 0, sizeof step.changes);
        vec_push(run, &out->steps, step);
    }
    return out;
}

/* Initial threads of the template that take a step. */
static uint32_t count_participants(const Program *p, const Trace *trace, uint32_t template)
{
    uint32_t n = 0;
    bool *moved = run_alloc(p->run, trace->initial.count + 1);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        uint32_t t = trace->steps.data[i].thread;
        if (t >= trace->initial.count || trace->initial.data[t].template.i != template || moved[t]) continue;
        moved[t] = true;
        n++;
    }
    run_release(p->run, moved);
    return n;
}

uint32_t trace_least_bound(const Program *p, const Trace *trace)
{
    uint32_t n = trace->threads_created;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        if (p->templates.data[t].initial != COUNT_MANY) continue;
        uint32_t participants = count_participants(p, trace, t);
        if (participants > n) n = participants;
    }
    CHECK(n <= trace->initial.count + trace->threads_created);
    return n;
}
