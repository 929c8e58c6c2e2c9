#include "session/native/wrapped.h"

#include <string.h>

#include "base/check.h"
#include "program/replay.h"

static Value machine_array(const Program *p, Sort sort, const Value *v)
{
    Value array = {.bits = sort_mask(sort_element(sort), v->bits)};
    array.entries = run_alloc(p->run, (v->count + 1) * sizeof *array.entries);
    for (uint32_t k = 0; k < v->count; k++) {
        uint64_t value = sort_mask(sort_element(sort), v->entries[k].value);
        if (value == array.bits) continue;
        array.entries[array.count++] = (ArrayEntry){sort_mask(sort_index(sort), v->entries[k].index), value};
    }
    CHECK(array.count <= v->count);
    return array;
}

/* Elements as wide as the machine's; replay itself cuts scalars. */
static TraceValues machine_values(const Program *p, const TraceValues *values)
{
    TraceValues all = {0};
    for (uint32_t i = 0; i < values->count; i++) {
        TraceValue v = values->data[i];
        if (v.var.i >= p->vars.count) continue; /* of the ideal program's own */
        Sort sort = p->vars.data[v.var.i].sort;
        if (sort.kind == SORT_ARRAY) v.value = machine_array(p, sort, &v.value);
        vec_push(p->run, &all, v);
    }
    return all;
}

/* The steps that constrain initial values are the ideal program's own; its other edges are those of the machine's, in
 * the same order. */
static Trace machine_trace(const Program *p, const Trace *ideal)
{
    Trace trace = {.shared = machine_values(p, &ideal->shared)};
    for (uint32_t i = 0; i < ideal->initial.count; i++) {
        const TraceThread *t = &ideal->initial.data[i];
        vec_push(p->run, &trace.initial, ((TraceThread){t->template, machine_values(p, &t->locals)}));
    }
    for (uint32_t i = 0; i < ideal->steps.count; i++) {
        const TraceStep *s = &ideal->steps.data[i];
        if (s->edge.i >= p->edges.count) continue;
        TraceStep step = {.thread = s->thread, .edge = s->edge, .child = s->child};
        step.inputs = machine_values(p, &s->inputs);
        step.child_locals = machine_values(p, &s->child_locals);
        vec_push(p->run, &trace.steps, step);
    }
    CHECK(trace.steps.count <= ideal->steps.count);
    return trace;
}

const char *wrapped_replay(Program *machine, const Trace *ideal)
{
    Trace trace = machine_trace(machine, ideal);
    const char *problem = interpreter_replay(interpreter_new(machine), &trace);
    if (!problem) return NULL;
    const char *words = strncmp(problem, "step ", 5) == 0 ? strstr(problem, ": ") : NULL; /* another count of steps */
    return words ? words + 2 : problem;
}
