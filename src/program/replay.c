/* Trusts nothing that the trace says. */
#include "program/replay.h"

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "program/step.h"

/* What a step has written. */
typedef struct Written {
    uint32_t step;
    VarId var;
    Value value;
} Written;

typedef struct Replay {
    Machine *m;
    Run *run;
    Trace *trace;
    State state;
    bool is_weak;
    VEC(Written) written; /* of variables with stale accesses, in the order of steps */
} Replay;

/* The given value cut to its sort; 0 (or an array of 0) when none is given. */
static Value value_of_trace(const Replay *r, const TraceValues *values, VarId var, uint32_t k)
{
    const Value *v = trace_find(values, var, k);
    Value value = v ? *v : (Value){.bits = 0};
    CHECK(program_has_var(r->m->p, var));
    Sort sort = r->m->p->vars.data[var.i].sort;
    if (sort.kind == SORT_BOOL)
        value.bits &= 1;
    else if (sort.kind == SORT_BV && sort.width < 64)
        value.bits &= (UINT64_C(1) << sort.width) - 1;
    return value;
}

/* ---- the initial state ---- */

static const char *check_initial_threads(const Replay *r)
{
    Program *p = r->m->p;
    uint32_t *counts = run_alloc(r->run, (p->templates.count + 1) * sizeof *counts);
    for (uint32_t i = 0; i < r->trace->initial.count; i++) {
        TemplateId t = r->trace->initial.data[i].template;
        if (t.i >= p->templates.count) return "an initial thread of an unknown template";
        counts[t.i]++;
    }
    const char *problem = NULL;
    for (uint32_t t = 0; t < p->templates.count && !problem; t++) {
        Count initial = p->templates.data[t].initial;
        if ((initial == COUNT_ONE && counts[t] != 1) || (initial == COUNT_NONE && counts[t] != 0))
            problem = run_format(r->run, "%u initial threads of template %s", counts[t], p->templates.data[t].name);
    }
    run_release(r->run, counts);
    return problem;
}

static void set_arbitrary_locals(Replay *r, ThreadState *thread, const TraceValues *values, const Edge *spawn)
{
    const Template *template = &r->m->p->templates.data[thread->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        VarId v = {template->locals.data[i]};
        if (step_starts_arbitrary(r->m->p, v, spawn)) thread->locals[i] = value_of_trace(r, values, v, 0);
    }
}

static void start_trace(Replay *r)
{
    Program *p = r->m->p;
    state_start(r->m, &r->state);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && !term_is(p->vars.data[v].init))
            r->state.shared[v] = value_of_trace(r, &r->trace->shared, (VarId){v}, 0);
    for (uint32_t i = 0; i < r->trace->initial.count; i++) {
        state_add_thread(r->m, &r->state, r->trace->initial.data[i].template);
        set_arbitrary_locals(r, &vec_last(&r->state.threads), &r->trace->initial.data[i].locals, NULL);
    }
}

/* ---- steps ---- */

static void record_change(Replay *r, TraceStep *step, uint32_t var, uint32_t thread, Value value)
{
    CHECK((r->m->p->vars.data[var].class == VAR_SHARED) == (thread == NO_ID));
    vec_push(r->run, &step->changes, ((TraceChange){{var}, thread, value}));
}

static const Value *value_in_thread(const Replay *r, uint32_t thread, VarId v)
{
    if (r->m->p->vars.data[v.i].class == VAR_SHARED) return &r->state.shared[v.i];
    return &r->state.threads.data[thread].locals[r->m->local_index[v.i]];
}

/* What the edge's assignments are about to replace. Only that is kept of the state before: it may have many threads. */
static Value *values_before(const Replay *r, const TraceStep *step, const Edge *e)
{
    Value *old = run_alloc(r->run, (e->assign_count + 1) * sizeof *old);
    for (uint32_t i = 0; i < e->assign_count; i++)
        old[i] = *value_in_thread(r, step->thread, e->assigns[i].var);
    return old;
}

static void record_assigned(Replay *r, TraceStep *step, const Value *old, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        const Value *new = value_in_thread(r, step->thread, v);
        bool shared = r->m->p->vars.data[v.i].class == VAR_SHARED;
        if (!value_equal(&old[i], new)) record_change(r, step, v.i, shared ? NO_ID : step->thread, *new);
    }
}

static void record_arguments(Replay *r, TraceStep *step, const Edge *e)
{
    if (step->child == NO_ID) return;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        uint32_t v = e->args[i].var.i;
        CHECK(program_is_local_of(r->m->p, e->args[i].var, e->spawn));
        record_change(r, step, v, step->child, r->state.threads.data[step->child].locals[r->m->local_index[v]]);
    }
}

static const char *describe_result(StepResult result)
{
    switch (result) {
    case STEP_DONE: return NULL;
    case STEP_ELSEWHERE: return "the thread is not there";
    case STEP_EXCLUDED: return "another thread is in an atomic section";
    case STEP_BLOCKED: return "the guard does not hold";
    case STEP_BOUNDED: return "the thread that it starts would stop all others, and is not started";
    case STEP_OVERFLOW: return "a mathematical integer does not fit 64 bits";
    }
    return NULL;
}

/* The values of the edge's inputs. Copies of one input (merged programs) take the values given for it in turn. */
static Value *step_inputs(const Replay *r, const TraceStep *step)
{
    CHECK(program_has_edge(r->m->p, step->edge));
    uint32_t count = machine_input_count(r->m, step->edge);
    Value *inputs = run_alloc(r->run, (count + 1) * sizeof *inputs);
    for (uint32_t i = 0; i < count; i++) {
        VarId var = machine_input_var(r->m, step->edge, i);
        uint32_t k = 0;
        for (uint32_t j = 0; j < i; j++)
            k += machine_input_var(r->m, step->edge, j).i == var.i;
        inputs[i] = value_of_trace(r, &step->inputs, var, k);
    }
    return inputs;
}

/* ---- stale accesses ---- */

static bool has_stale_access(const Replay *r, VarId v)
{
    for (uint32_t i = 0; i < r->trace->steps.count; i++)
        if (r->trace->steps.data[i].stale && r->trace->steps.data[i].stale->var.i == v.i) return true;
    return false;
}

static Value value_written(const Replay *r, const TraceStale *stale)
{
    bool arbitrary;
    for (uint32_t i = 0; i < r->written.count; i++)
        if (r->written.data[i].step == stale->after && r->written.data[i].var.i == stale->var.i)
            return r->written.data[i].value;
    Value value = state_initial_value(r->m, stale->var.i, &arbitrary);
    return arbitrary ? value_of_trace(r, &r->trace->shared, stale->var, 0) : value;
}

static void note_written(Replay *r, uint32_t i, const Edge *e)
{
    for (uint32_t k = 0; k < e->assign_count; k++) {
        VarId v = e->assigns[k].var;
        if (r->m->p->vars.data[v.i].class == VAR_SHARED && has_stale_access(r, v))
            vec_push(r->run, &r->written, ((Written){i, v, r->state.shared[v.i]}));
    }
}

/* ---- one step ---- */

static const char *replay_step(Replay *r, TraceStep *step)
{
    if (step->edge.i >= r->m->p->edges.count) return "there is no such edge";
    const Edge *e = &r->m->p->edges.data[step->edge.i];
    if (step->child != NO_ID && (e->spawn.i == NO_ID || step->child != r->state.threads.count))
        return "the new thread has the wrong number";
    if (step->thread >= r->state.threads.count || r->state.threads.data[step->thread].loc.i != e->from.i)
        return describe_result(STEP_ELSEWHERE);
    Value *old = values_before(r, step, e);
    Value *inputs = step_inputs(r, step);
    MachineStep concrete = {step->thread, step->edge, inputs, step->child != NO_ID};
    StepResult result = state_step(r->m, &r->state, &concrete);
    vec_clear(&step->changes);
    if (result == STEP_DONE) {
        if (step->child != NO_ID) set_arbitrary_locals(r, &r->state.threads.data[step->child], &step->child_locals, e);
        record_assigned(r, step, old, e);
        record_arguments(r, step, e);
    }
    run_release(r->run, old);
    run_release(r->run, inputs);
    return describe_result(result);
}

static const char *check_and_start(Replay *r)
{
    const char *problem = check_initial_threads(r);
    if (problem) return problem;
    start_trace(r);
    return r->trace->steps.count ? NULL : "the trace is empty";
}

/* A stale access finds the value that it says; what it writes others have overwritten already. */
static const char *replay_step_at(Replay *r, uint32_t i)
{
    TraceStep *step = &r->trace->steps.data[i];
    TraceStale *stale = step->stale;
    Value last = {0};
    if (stale) {
        last = r->state.shared[stale->var.i];
        r->state.shared[stale->var.i] = stale->value = value_written(r, stale);
    }
    const char *problem = replay_step(r, step);
    if (!problem && r->is_weak) note_written(r, i, &r->m->p->edges.data[step->edge.i]);
    if (stale) r->state.shared[stale->var.i] = last;
    return problem;
}

static const char *replay_steps(Replay *r)
{
    const char *problem = check_and_start(r);
    if (problem) return problem;
    r->is_weak = trace_is_weak(r->trace);
    if (r->is_weak && !trace_is_well_formed(r->m->p, r->trace)) return "what stale accesses read is not written";
    for (uint32_t i = 0; i < r->trace->steps.count; i++) {
        TraceStep *step = &r->trace->steps.data[i];
        run_poll(r->run);
        problem = replay_step_at(r, i);
        if (problem) return run_format(r->run, "step %u: %s", i + 1, problem);
        bool last = i + 1 == r->trace->steps.count;
        if (r->m->p->edges.data[step->edge.i].is_error != last)
            return last ? "the last step fails no assertion" : run_format(r->run, "step %u fails already", i + 1);
    }
    r->trace->threads_created = r->state.created;
    CHECK(machine_state_is_valid(r->m, &r->state));
    CHECK(trace_is_well_formed(r->m->p, r->trace)); /* what replays is */
    return NULL;
}

/* ---- ways through passed locations ---- */

typedef VEC(TraceStep) TraceSteps;

/* One step of the thread, from where it is, with inputs 0. False: there is none. */
static bool continue_thread(Replay *r, uint32_t thread, TraceSteps *steps)
{
    const Program *p = r->m->p;
    LocId at = r->state.threads.data[thread].loc;
    for (uint32_t k = 0; k < program_out_count(p, at); k++) {
        TraceStep step = {.thread = thread, .edge = {p->out_edges[p->out_start[at.i] + k]}, .child = NO_ID};
        if (replay_step(r, &step)) continue;
        vec_push(r->run, steps, step);
        return true;
    }
    return false;
}

static const char *replay_passing(Replay *r, const bool *passed, TraceSteps *steps)
{
    const char *problem = check_and_start(r);
    for (uint32_t i = 0; i < r->trace->steps.count && !problem; i++) {
        TraceStep *step = &r->trace->steps.data[i];
        LocId from = r->m->p->edges.data[step->edge.i].from;
        run_poll(r->run);
        if (passed[from.i]) continue;
        while (step->thread < r->state.threads.count && r->state.threads.data[step->thread].loc.i != from.i) {
            if (!passed[r->state.threads.data[step->thread].loc.i]) return describe_result(STEP_ELSEWHERE);
            if (!continue_thread(r, step->thread, steps)) return describe_result(STEP_BLOCKED);
        }
        problem = replay_step(r, step);
        vec_push(r->run, steps, *step);
    }
    return problem;
}

const char *interpreter_replay_passing(Interpreter *in, const bool *passed, Trace *trace)
{
    Replay r = {.m = &in->machine, .run = in->machine.run, .trace = trace};
    TraceSteps steps = {NULL, 0, 0};
    CHECK(trace_is_well_formed(r.m->p, trace));
    const char *problem = replay_passing(&r, passed, &steps);
    state_clear(r.m, &r.state);
    if (problem) {
        vec_free(r.run, &steps);
        return problem;
    }
    vec_clear(&trace->steps);
    for (uint32_t i = 0; i < steps.count; i++)
        vec_push(r.run, &trace->steps, steps.data[i]);
    vec_free(r.run, &steps);
    CHECK(trace_is_well_formed(r.m->p, trace));
    return NULL;
}

const char *interpreter_replay(Interpreter *in, Trace *trace)
{
    Replay r = {.m = &in->machine, .run = in->machine.run, .trace = trace};
    const char *problem = replay_steps(&r);
    state_clear(r.m, &r.state);
    vec_free(r.run, &r.written);
    return problem;
}
