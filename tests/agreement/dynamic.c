#include "agreement/dynamic.h"

#include <stdio.h>
#include <string.h>

#include "engines/dynamic.h"
#include "engines/dynamic/schedule.h"
#include "program/replay.h"

#define RUNS 12
#define STEPS 200

static bool disagree(CheckResult *result, const char *what, const char *more)
{
    result->status = CHECK_DISAGREES;
    result->kind = CHECK_DYNAMIC;
    snprintf(result->message, sizeof result->message, "%s: %s", what, more);
    return false;
}

static bool same_frame(const Slots *fast, const Value *values, const Program *p, VarClass class, TemplateId t)
{
    uint32_t count = class == VAR_SHARED ? p->vars.count : p->templates.data[t.i].locals.count;
    for (uint32_t i = 0; i < count; i++) {
        const Var *v = &p->vars.data[class == VAR_SHARED ? i : p->templates.data[t.i].locals.data[i]];
        if (v->class != class) continue;
        if (v->sort.kind != SORT_ARRAY && fast->scalars[i] != values[i].bits) return false;
        for (uint64_t k = 0; v->sort.kind == SORT_ARRAY && k < 8; k++)
            if (cells_get(&fast->arrays[i], sort_mask(sort_index(v->sort), k)) !=
                value_select(&values[i], sort_mask(sort_index(v->sort), k)))
                return false;
    }
    return true;
}

static const char *same_state(const Executor *x, const State *s)
{
    const TemplateId none = {NO_ID};
    if (s->threads.count != x->threads.count || s->atomic != x->atomic) return "the numbers of threads differ";
    if (!same_frame(&x->shared, s->shared, x->p, VAR_SHARED, none)) return "shared variables differ";
    for (uint32_t i = 0; i < s->threads.count; i++) {
        const ThreadState *t = &s->threads.data[i];
        if (t->loc.i != x->threads.data[i].loc.i) return "a thread is somewhere else";
        if (!same_frame(&x->threads.data[i].frame, t->locals, x->p, VAR_LOCAL, t->template)) return "locals differ";
    }
    return NULL;
}

static void set_values(const Machine *m, const TraceValues *from, Value *values)
{
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t v = from->data[i].var.i;
        values[m->p->vars.data[v].class == VAR_SHARED ? v : m->local_index[v]] = from->data[i].value;
    }
}

static const char *take_steps(const Executor *x, const Trace *trace, State *s)
{
    const Machine *m = &x->in->machine;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const TraceStep *step = &trace->steps.data[i];
        Value *inputs = run_alloc(x->run, (step->inputs.count + 1) * sizeof *inputs);
        for (uint32_t k = 0; k < step->inputs.count; k++)
            inputs[k] = step->inputs.data[k].value;
        MachineStep now = {step->thread, step->edge, inputs, step->child != NO_ID};
        if (state_step(m, s, &now) != STEP_DONE) return "a step is not possible";
        if (step->child != NO_ID) set_values(m, &step->child_locals, s->threads.data[step->child].locals);
    }
    return same_state(x, s);
}

/* NULL: the executor's run is one of the interpreter. */
static const char *follow(const Executor *x)
{
    const Machine *m = &x->in->machine;
    State s;
    memset(&s, 0, sizeof s);
    Trace *trace = executor_trace(x);
    state_start(m, &s);
    set_values(m, &trace->shared, s.shared);
    for (uint32_t i = 0; i < trace->initial.count; i++) {
        state_add_thread(m, &s, trace->initial.data[i].template);
        set_values(m, &trace->initial.data[i].locals, s.threads.data[i].locals);
    }
    return take_steps(x, trace, &s);
}

static bool runs_agree(Program *p, CheckResult *result)
{
    Executor *x = executor_new(interpreter_new(p));
    Moves *moves = moves_new(p, p->edges.count);
    const Watcher nobody = {NULL, NULL, NULL};
    for (uint32_t i = 0; i < RUNS; i++) {
        Schedule schedule = {.seed = i + 1, .steps = STEPS, .threads = 1 + i % 4, .stick = i % 3, .is_lazy = i % 2};
        bool failed = schedule_run(x, moves, &schedule, &nobody);
        result->runs[CHECK_DYNAMIC]++;
        const char *why = follow(x);
        if (why) return disagree(result, "a run under a random schedule", why);
        if (!failed) continue;
        why = interpreter_replay(x->in, executor_trace(x));
        if (why) return disagree(result, "a run that fails does not replay", why);
    }
    return true;
}

bool dynamic_agrees(Program *p, Program *accessing, const InferenceTruth *truth, CheckResult *result)
{
    EngineOptions options;
    engine_options_init(&options);
    Question question = {.program = p,
                         .property = accessing ? "no-data-race" : "unreach-call",
                         .options = &options,
                         .accessing = accessing};
    Verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    if (!runs_agree(p, result)) return false;
    result->runs[CHECK_DYNAMIC]++;
    if (!dynamic_find(&question, (DynamicEffort){0, 16, STEPS, 20000}, &verdict)) {
        result->unknown[CHECK_DYNAMIC]++;
        return true;
    }
    uint32_t n = verdict.threads;
    if (interpreter_replay(interpreter_new(p), verdict.trace))
        return disagree(result, "what is told", "does not replay");
    if (n > CHECK_THREADS || !truth->known[n] || truth->fails[n]) return true;
    return disagree(result, accessing ? "a race is told" : "an error is told", "the interpreter finds none");
}
