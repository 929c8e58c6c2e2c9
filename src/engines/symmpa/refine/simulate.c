#include "engines/symmpa/refine/simulate.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/execution.h"
#include "logic/smt/check.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"
#include "program/replay.h"
#include "program/step.h"

/* Does another thread notice nothing of this one? Its steps write no shared variable, start nothing, fail nothing. */
static bool is_unnoticed(const Program *p, const AbstractTrace *trace, uint32_t thread)
{
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const AbstractStep *s = &trace->steps.data[i];
        const Edge *e = &p->edges.data[s->edge];
        if (s->thread != thread) continue;
        if (e->is_error || s->child != NO_LOCAL) return false;
        for (uint32_t k = 0; k < e->assign_count; k++)
            if (p->vars.data[e->assigns[k].var.i].class == VAR_SHARED) return false;
    }
    return true;
}

/* Threads are numbered in the order of their start, steps are of threads that exist. */
static bool is_in_order(const Program *p, const AbstractTrace *trace)
{
    uint32_t threads = trace->initial_threads;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const AbstractStep *s = &trace->steps.data[i];
        if (!program_has_edge(p, (EdgeId){s->edge}) || s->thread >= threads) return false;
        if (s->child != NO_LOCAL && (s->child != threads++ || p->edges.data[s->edge].spawn.i == NO_ID)) return false;
    }
    return true;
}

static void drop_thread(AbstractTrace *trace, uint32_t start_step)
{
    uint32_t child = trace->steps.data[start_step].child, n = 0;
    CHECK(child != NO_LOCAL && child >= trace->initial_threads);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        AbstractStep s = trace->steps.data[i];
        if (i == start_step || s.thread == child) continue;
        if (s.thread > child) s.thread--;
        if (s.child != NO_LOCAL && s.child > child) s.child--;
        trace->steps.data[n++] = s;
    }
    trace->steps.count = n;
}

void trace_drop_idle_threads(const Program *p, AbstractTrace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count;) {
        const AbstractStep *s = &trace->steps.data[i];
        const Edge *e = &p->edges.data[s->edge];
        bool repeats = e->from.i == e->to.i && e->assign_count == 0; /* the thread may do without this round */
        if (s->child != NO_LOCAL && repeats && is_unnoticed(p, trace, s->child))
            drop_thread(trace, i);
        else
            i++;
    }
    CHECK(is_in_order(p, trace));
}

Path *path_new(Program *p, const LoopCounters *counters, const AbstractTrace *trace)
{
    Run *run = p->run;
    Path *path = run_alloc(run, sizeof *path);
    uint32_t n = trace->steps.count;
    CHECK(is_in_order(p, trace));
    path->p = p;
    path->counters = counters;
    path->initial_threads = path->threads = trace->initial_threads;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(run, &path->steps, trace->steps.data[i]);
        if (trace->steps.data[i].child != NO_LOCAL) path->threads++;
    }
    path->templates = run_alloc(run, (path->threads + 1) * sizeof *path->templates);
    path->conditions = run_alloc(run, (n + 1) * sizeof *path->conditions);
    path->guards = run_alloc(run, (n + 1) * sizeof *path->guards);
    path->essential = run_alloc(run, (n + 1) * sizeof *path->essential);
    path->offsets = run_alloc(run, (n + 1) * sizeof *path->offsets);
    path->core = run_alloc(run, n + 1);
    Execution x;
    execution_start(&x, p, trace);
    for (uint32_t i = 0; i < n; i++) {
        const Edge *e = &p->edges.data[path->steps.data[i].edge];
        uint32_t thread = path->steps.data[i].thread;
        path->conditions[i] = e->guard;
        path->offsets[i] = x.offset;
        path->guards[i] = execution_evaluate(&x, thread, e->guard);
        CHECK(term_sort(p->tm, path->guards[i]).kind == SORT_BOOL);
        CHECK(i == 0 || path->offsets[i - 1] < path->offsets[i]);
        path->essential[i] = execution_evaluate(&x, thread, loop_counters_drop(counters, e->guard));
        execution_step(&x, &path->steps.data[i]);
    }
    CHECK(x.templates.count == path->threads);
    memcpy(path->templates, x.templates.data, path->threads * sizeof *path->templates);
    execution_end(&x);
    return path;
}

Path *path_of_run(Program *p, const LoopCounters *counters, const Trace *run)
{
    AbstractTrace t;
    memset(&t, 0, sizeof t);
    t.initial_threads = run->initial.count;
    t.initial_kinds = run_alloc(p->run, (t.initial_threads + 1) * sizeof *t.initial_kinds);
    for (uint32_t i = 0; i < run->initial.count; i++) {
        CHECK(p->templates.data[run->initial.data[i].template.i].initial != COUNT_NONE);
        for (uint32_t k = 0; k < run->initial.data[i].template.i; k++)
            t.initial_kinds[i] += p->templates.data[k].initial != COUNT_NONE;
    }
    for (uint32_t i = 0; i < run->steps.count; i++) {
        const TraceStep *s = &run->steps.data[i];
        vec_push(p->run, &t.steps, ((AbstractStep){s->thread, s->edge.i, s->child == NO_ID ? NO_LOCAL : s->child}));
    }
    Path *path = path_new(p, counters, &t);
    vec_free(p->run, &t.steps);
    run_release(p->run, t.initial_kinds);
    return path;
}

void path_free(Path *path)
{
    Run *run = path->p->run;
    vec_free(run, &path->steps);
    run_release(run, path->templates);
    run_release(run, path->conditions);
    run_release(run, path->guards);
    run_release(run, path->essential);
    run_release(run, path->offsets);
    run_release(run, path->core);
    run_release(run, path);
}

/* ---- from a model to a trace ---- */

typedef struct InputCollector {
    Program *original;
    VEC(uint32_t) inputs;
} InputCollector;

static void collect_edge_input(void *arg, Term var)
{
    InputCollector *c = arg;
    uint32_t v = term_symbol(c->original->tm, var);
    if (c->original->vars.data[v].class != VAR_INPUT) return;
    for (uint32_t i = 0; i < c->inputs.count; i++)
        if (c->inputs.data[i] == v) return;
    vec_push(c->original->run, &c->inputs, v);
}

static void collect_edge_inputs(InputCollector *c, const Edge *e)
{
    TermManager *tm = c->original->tm;
    vec_clear(&c->inputs);
    term_for_each_var(tm, e->guard, collect_edge_input, c);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(tm, e->assigns[i].value, collect_edge_input, c);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(tm, e->args[i].value, collect_edge_input, c);
}

static Value model_value_of_instance(Smt *smt, Program *p, uint32_t v, uint32_t instance)
{
    return smt_value(smt, term_var(p->tm, p->vars.data[v].sort, v, instance));
}

#define collect_locals(list, smt, p, template, start, thread)                                                          \
    for (uint32_t k_ = 0; k_ < (p)->templates.data[template].locals.count; k_++) {                                     \
        uint32_t v_ = (p)->templates.data[template].locals.data[k_];                                                   \
        if (!step_starts_arbitrary((p), (VarId){v_}, (start))) continue;                                               \
        TraceValue value_ = {{v_}, model_value_of_instance((smt), (p), v_, PATH_LOCAL_INSTANCE(thread))};              \
        vec_push((p)->run, (list), value_);                                                                            \
    }

static void add_trace_steps(Path *path, Smt *smt, Program *original, uint32_t index, Trace *trace)
{
    AbstractStep s = path->steps.data[index];
    const Edge *merged = &path->p->edges.data[s.edge];
    InputCollector c = {original, {NULL, 0, 0}};
    CHECK(merged->path_count > 0 || merged->is_error); /* failing may be a step of its own */
    for (uint32_t i = 0; i < merged->path_count; i++) {
        CHECK(program_has_edge(original, merged->path[i]));
        const Edge *e = &original->edges.data[merged->path[i].i];
        TraceStep step;
        memset(&step, 0, sizeof step);
        step.thread = s.thread;
        step.edge = merged->path[i];
        step.child = NO_ID;
        collect_edge_inputs(&c, e);
        for (uint32_t k = 0; k < c.inputs.count; k++) {
            TraceValue value = {{c.inputs.data[k]},
                                model_value_of_instance(smt, original, c.inputs.data[k], path->offsets[index] + i)};
            vec_push(original->run, &step.inputs, value);
        }
        if (e->spawn.i != NO_ID && s.child != NO_LOCAL) {
            step.child = s.child;
            trace->threads_created++;
            collect_locals(&step.child_locals, smt, original, e->spawn.i, e, s.child);
        }
        vec_push(original->run, &trace->steps, step);
    }
    vec_free(original->run, &c.inputs);
}

static void extract_trace(Path *path, Smt *smt, Program *original, Trace *trace)
{
    Run *run = original->run;
    memset(trace, 0, sizeof *trace);
    for (uint32_t v = 0; v < original->vars.count; v++) {
        if (original->vars.data[v].class != VAR_SHARED || term_is(original->vars.data[v].init)) continue;
        TraceValue value = {{v}, model_value_of_instance(smt, original, v, 1)};
        vec_push(run, &trace->shared, value);
    }
    for (uint32_t t = 0; t < path->initial_threads; t++) {
        TraceThread thread = {{path->templates[t]}, {NULL, 0, 0}};
        collect_locals(&thread.locals, smt, original, path->templates[t], NULL, t);
        vec_push(run, &trace->initial, thread);
    }
    for (uint32_t i = 0; i < path->steps.count; i++)
        add_trace_steps(path, smt, original, i, trace);
    /* Where failing is a step of its own others may come between (cartesian_split_errors): the run ends before them. */
    for (uint32_t i = 0; i < trace->steps.count; i++)
        if (original->edges.data[trace->steps.data[i].edge.i].is_error) trace->steps.count = i + 1;
    CHECK(trace_is_well_formed(original, trace));
    if (!path->p->passed) return;
    const char *problem = interpreter_replay_passing(interpreter_new(original), path->p->passed, trace);
    if (problem) run_log(run, 1, "no ways through what was left out: %s", problem); /* it does not replay, then */
}

static bool has_core(const Path *path)
{
    for (uint32_t i = 0; i < path->steps.count; i++)
        if (path->core[i]) return true;
    return false;
}

static SmtResult check_guards(Path *path, Smt *smt, const Term *guards)
{
    uint32_t n = path->steps.count;
    memset(path->core, 0, n);
    for (uint32_t i = 0; i < n; i++)
        if (term_is_false(path->p->tm, guards[i])) {
            path->core[i] = true;
            return SMT_UNSAT;
        }
    SmtResult r = smt_check(smt, guards, n);
    if (r != SMT_UNSAT) return r;
    smt_core_minimize(smt, guards, n, 20);
    for (uint32_t i = 0; i < n; i++)
        path->core[i] = smt_core_has(smt, i);
    CHECK(has_core(path));
    return r;
}

/* Is the path infeasible whatever the loop counters are? */
static bool is_essentially_infeasible(Path *path, Smt *smt)
{
    uint32_t n = path->steps.count;
    if (memcmp(path->essential, path->guards, n * sizeof *path->guards) == 0) return false;
    if (check_guards(path, smt, path->essential) != SMT_UNSAT) return false;
    for (uint32_t i = 0; i < n; i++)
        path->conditions[i] = loop_counters_drop(path->counters, path->conditions[i]);
    return true;
}

/* Likewise, but for the check that fails at its end: an index of an array is a loop counter mostly, and what is to be
 * learnt is how it was set last, not how often the loops before were gone through. For assertions the others come
 * first, as they always did. */
static bool is_infeasible_at_end(Path *path, Smt *smt)
{
    uint32_t n = path->steps.count, last = n - 1;
    const Edge *e = n ? &path->p->edges.data[path->steps.data[last].edge] : NULL;
    if (!e || !e->is_error || e->property == PROPERTY_UNREACH_CALL) return false;
    if (term_same(path->essential[last], path->guards[last])) return false;
    Term *mixed = run_alloc(path->p->run, n * sizeof *mixed);
    memcpy(mixed, path->essential, n * sizeof *mixed);
    mixed[last] = path->guards[last];
    bool is_infeasible = check_guards(path, smt, mixed) == SMT_UNSAT;
    run_release(path->p->run, mixed);
    for (uint32_t i = 0; is_infeasible && i < last; i++)
        path->conditions[i] = loop_counters_drop(path->counters, path->conditions[i]);
    return is_infeasible;
}

SmtResult path_simulate(Path *path, Smt *smt, Program *original, Trace *trace)
{
    if (is_essentially_infeasible(path, smt) || is_infeasible_at_end(path, smt)) return SMT_UNSAT;
    SmtResult r = check_guards(path, smt, path->guards);
    path->counter_core = r == SMT_UNSAT && memcmp(path->essential, path->guards, path->steps.count * sizeof(Term)) != 0;
    if (r == SMT_SAT) extract_trace(path, smt, original, trace);
    return r;
}
