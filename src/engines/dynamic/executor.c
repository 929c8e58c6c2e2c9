#include "engines/dynamic/executor.h"

#include "base/check.h"
#include "base/rng.h"
#include "program/step.h"

#define INITIAL_MOST 3 /* threads of a template that are there at the start in any number */

/* ---- arbitrary values ---- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    Rng rng = {a ^ b * UINT64_C(0xD6E8FEB86659FD93)};
    return rng_next(&rng);
}

/* Small values, those that the program mentions and their neighbours; sometimes any. */
static uint64_t arbitrary(const Executor *x, Sort sort, uint64_t who, uint64_t when)
{
    Rng rng = {mix(mix(x->seed, who), when)};
    uint32_t kind = rng_below(&rng, 8), constants = x->in->constants.count;
    if (sort.kind == SORT_ARRAY) sort = sort_element(sort);
    uint64_t value = rng_next(&rng);
    if (kind < 3 || (kind < 7 && !constants))
        value = rng_below(&rng, 4);
    else if (kind < 7)
        value = x->in->constants.data[rng_below(&rng, constants)] + rng_below(&rng, 3) - 1;
    else if (sort.kind == SORT_INT)
        value = (uint64_t)((int64_t)rng_below(&rng, 2001) - 1000);
    return sort.kind == SORT_BOOL ? value & 1 : sort_mask(sort, value);
}

/* Of a variable at first: 0 in every fourth run, the first among them, which is easy to read. who: 0 of shared ones. */
static uint64_t arbitrary_first(const Executor *x, VarId v, uint64_t who)
{
    return x->seed % 4 == 1 ? 0 : arbitrary(x, x->p->vars.data[v.i].sort, who, v.i);
}

/* ---- preparation ---- */

static void compile_edge(Executor *x, uint32_t edge)
{
    const Edge *e = &x->p->edges.data[edge];
    EdgeCode *c = &x->edges[edge];
    c->guard = code_compile(x->code, e->guard);
    c->values = x->ids.count;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        vec_push(x->run, &x->ids, code_compile(x->code, e->assigns[i].value));
        c->arrays += x->p->vars.data[e->assigns[i].var.i].sort.kind == SORT_ARRAY;
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        vec_push(x->run, &x->ids, code_compile(x->code, e->args[i].value));
}

Executor *executor_new(Interpreter *in)
{
    Program *p = in->machine.p;
    Executor *x = run_alloc(p->run, sizeof *x);
    x->in = in;
    x->p = p;
    x->run = p->run;
    x->code = code_new(p, in->machine.local_index);
    x->edges = run_alloc(x->run, (p->edges.count + 1) * sizeof *x->edges);
    x->inputs = run_alloc(x->run, (p->vars.count + 1) * sizeof *x->inputs);
    x->scratch = run_alloc(x->run, (2 * p->vars.count + 1) * sizeof *x->scratch);
    x->shared = (Slots){run_alloc(x->run, (p->vars.count + 1) * sizeof(uint64_t)),
                        run_alloc(x->run, (p->vars.count + 1) * sizeof(Cells))};
    for (uint32_t e = 0; e < p->edges.count; e++)
        compile_edge(x, e);
    return x;
}

static void free_frame(Executor *x, Slots *frame, uint32_t count)
{
    for (uint32_t i = 0; i < count && frame->arrays; i++)
        cells_free(x->run, &frame->arrays[i]);
    run_release(x->run, frame->arrays);
    run_release(x->run, frame->scalars);
}

static uint32_t local_count(const Executor *x, TemplateId t) { return x->p->templates.data[t.i].locals.count; }

static void clear_threads(Executor *x)
{
    for (uint32_t i = 0; i < x->threads.count; i++)
        free_frame(x, &x->threads.data[i].frame, local_count(x, x->threads.data[i].template));
    vec_clear(&x->threads);
    x->created = x->initial = x->atomic = 0;
}

void executor_free(Executor *x)
{
    Run *run = x->run;
    clear_threads(x);
    vec_free(run, &x->threads);
    free_frame(x, &x->shared, x->p->vars.count);
    code_free(x->code);
    run_release(run, x->edges);
    run_release(run, x->inputs);
    run_release(run, x->scratch);
    vec_free(run, &x->ids);
    vec_free(run, &x->log);
    vec_free(run, &x->values);
    run_release(run, x);
}

/* ---- the start ---- */

static void set_first(Executor *x, Slots *frame, uint32_t place, VarId v, uint64_t who)
{
    const Var *var = &x->p->vars.data[v.i];
    const Slots none = {NULL, NULL};
    bool is_array = var->sort.kind == SORT_ARRAY, is_fixed = term_is(var->init);
    code_look_at(x->code, &none, &none, NULL);
    if (is_array && is_fixed)
        code_array(x->code, code_compile(x->code, var->init), &frame->arrays[place]);
    else if (is_array)
        cells_fill(&frame->arrays[place], arbitrary_first(x, v, who));
    else
        frame->scalars[place] =
            is_fixed ? code_value(x->code, code_compile(x->code, var->init)) : arbitrary_first(x, v, who);
}

/* Who the thread is, for its arbitrary values. */
static uint64_t identity(uint32_t thread) { return (uint64_t)thread + 1; }

static void add_thread(Executor *x, TemplateId t)
{
    const Template *template = &x->p->templates.data[t.i];
    uint32_t n = template->locals.count;
    RunningThread a = {.template = t, .loc = template->entry};
    bool has_arrays = false;
    for (uint32_t i = 0; i < n; i++)
        has_arrays |= x->p->vars.data[template->locals.data[i]].sort.kind == SORT_ARRAY;
    a.frame.scalars = run_alloc(x->run, (n + 1) * sizeof(uint64_t));
    if (has_arrays) a.frame.arrays = run_alloc(x->run, n * sizeof(Cells));
    for (uint32_t i = 0; i < n; i++)
        set_first(x, &a.frame, i, (VarId){template->locals.data[i]}, identity(x->threads.count));
    vec_push(x->run, &x->threads, a);
    x->atomic += x->p->locs.data[a.loc.i].atomic;
}

static uint32_t initial_threads(const Executor *x, uint32_t template)
{
    switch (x->p->templates.data[template].initial) {
    case COUNT_NONE: return 0;
    case COUNT_ONE: return 1;
    case COUNT_MANY: return x->max_threads < INITIAL_MOST ? x->max_threads : INITIAL_MOST;
    }
    return 0;
}

void executor_start(Executor *x, uint64_t seed, uint32_t max_threads)
{
    const Program *p = x->p;
    clear_threads(x);
    vec_clear(&x->log);
    vec_clear(&x->values);
    x->seed = seed;
    x->max_threads = max_threads;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) set_first(x, &x->shared, v, (VarId){v}, 0);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = initial_threads(x, t); i > 0; i--)
            add_thread(x, (TemplateId){t});
    x->initial = x->threads.count;
}

/* ---- steps ---- */

static bool is_atomic(const Executor *x, LocId loc) { return x->p->locs.data[loc.i].atomic; }

static void look(Executor *x, uint32_t thread)
{
    code_look_at(x->code, &x->shared, &x->threads.data[thread].frame, x->inputs);
}

bool executor_may_take(Executor *x, uint32_t thread, EdgeId edge, uint32_t attempt)
{
    const RunningThread *a = &x->threads.data[thread];
    const Edge *e = &x->p->edges.data[edge.i];
    CHECK(a->loc.i == e->from.i);
    if (x->atomic != (is_atomic(x, a->loc) ? 1u : 0u)) return false;
    if (e->spawn.i != NO_ID && x->created >= x->max_threads) return false;
    for (uint32_t i = 0; i < machine_input_count(&x->in->machine, edge); i++) {
        VarId v = machine_input_var(&x->in->machine, edge, i);
        uint64_t when = mix((uint64_t)a->steps << 8 | attempt, v.i);
        x->inputs[v.i] = arbitrary(x, x->p->vars.data[v.i].sort, identity(thread), when);
    }
    look(x, thread);
    return code_value(x->code, x->edges[edge.i].guard) && !code_has_overflow(x->code);
}

uint64_t executor_value(Executor *x, uint32_t thread, CodeId id)
{
    look(x, thread);
    return code_value(x->code, id);
}

static void note(Executor *x, uint32_t thread, EdgeId edge, uint32_t child)
{
    Noted noted = {thread, edge, child, x->values.count};
    for (uint32_t i = 0; i < machine_input_count(&x->in->machine, edge); i++)
        vec_push(x->run, &x->values, x->inputs[machine_input_var(&x->in->machine, edge, i).i]);
    vec_push(x->run, &x->log, noted);
}

static bool is_array(const Executor *x, VarId v) { return x->p->vars.data[v.i].sort.kind == SORT_ARRAY; }

static Slots *frame_of(Executor *x, uint32_t thread, VarId v, uint32_t *place)
{
    bool is_shared = x->p->vars.data[v.i].class == VAR_SHARED;
    *place = is_shared ? v.i : x->in->machine.local_index[v.i];
    return is_shared ? &x->shared : &x->threads.data[thread].frame;
}

/* One array is changed where it is, of several each might be read by the next. */
static void assign_arrays(Executor *x, uint32_t thread, const Edge *e, const EdgeCode *c)
{
    Cells *made = c->arrays > 1 ? run_alloc(x->run, e->assign_count * sizeof *made) : NULL;
    uint32_t place;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        if (!is_array(x, e->assigns[i].var)) continue;
        Slots *frame = frame_of(x, thread, e->assigns[i].var, &place);
        code_array(x->code, x->ids.data[c->values + i], made ? &made[i] : &frame->arrays[place]);
    }
    for (uint32_t i = 0; made && i < e->assign_count; i++) {
        if (!is_array(x, e->assigns[i].var)) continue;
        Slots *frame = frame_of(x, thread, e->assigns[i].var, &place);
        cells_free(x->run, &frame->arrays[place]);
        frame->arrays[place] = made[i];
    }
    run_release(x->run, made);
}

static void start_child(Executor *x, const Edge *e, const uint64_t *arguments)
{
    add_thread(x, e->spawn);
    RunningThread *child = &vec_last(&x->threads);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        RUN_CHECK(x->run, !is_array(x, e->args[i].var));
        child->frame.scalars[x->in->machine.local_index[e->args[i].var.i]] = arguments[i];
    }
    x->created++;
}

bool executor_take(Executor *x, uint32_t thread, EdgeId edge)
{
    const Edge *e = &x->p->edges.data[edge.i];
    const EdgeCode *c = &x->edges[edge.i];
    uint32_t child = e->spawn.i == NO_ID ? NO_ID : x->threads.count, place;
    look(x, thread);
    for (uint32_t i = 0; i < e->assign_count + e->arg_count; i++)
        if (i >= e->assign_count || !is_array(x, e->assigns[i].var))
            x->scratch[i] = code_value(x->code, x->ids.data[c->values + i]);
    if (c->arrays) assign_arrays(x, thread, e, c);
    if (code_has_overflow(x->code)) return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (!is_array(x, e->assigns[i].var))
            frame_of(x, thread, e->assigns[i].var, &place)->scalars[place] = x->scratch[i];
    x->atomic = x->atomic - is_atomic(x, e->from) + is_atomic(x, e->to);
    x->threads.data[thread].loc = e->to;
    x->threads.data[thread].steps++;
    note(x, thread, edge, child);
    if (child != NO_ID) start_child(x, e, x->scratch + e->assign_count);
    return true;
}

void executor_take_back(Executor *x, const uint64_t *before)
{
    Noted last = vec_pop(&x->log);
    const Edge *e = &x->p->edges.data[last.edge.i];
    CHECK(last.child == NO_ID && !x->edges[last.edge.i].arrays);
    for (uint32_t i = 0; i < e->assign_count; i++)
        x->shared.scalars[e->assigns[i].var.i] = before[i];
    x->values.count = last.inputs;
    x->atomic = x->atomic + is_atomic(x, e->from) - is_atomic(x, e->to);
    x->threads.data[last.thread].loc = e->from;
    x->threads.data[last.thread].steps--;
}

/* ---- the trace ---- */

static void add_value(const Executor *x, TraceValues *values, VarId v, uint64_t bits)
{
    vec_push(x->run, values, ((TraceValue){v, (Value){.bits = bits}}));
}

static void add_locals(const Executor *x, TraceValues *values, uint32_t thread, TemplateId t, const Edge *spawn)
{
    const Template *template = &x->p->templates.data[t.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        VarId v = {template->locals.data[i]};
        if (step_starts_arbitrary(x->p, v, spawn)) add_value(x, values, v, arbitrary_first(x, v, identity(thread)));
    }
}

static void add_step(const Executor *x, Trace *trace, const Noted *noted)
{
    const Machine *m = &x->in->machine;
    TraceStep step = {.thread = noted->thread, .edge = noted->edge, .child = noted->child};
    for (uint32_t i = 0; i < machine_input_count(m, noted->edge); i++)
        add_value(x, &step.inputs, machine_input_var(m, noted->edge, i), x->values.data[noted->inputs + i]);
    const Edge *e = &x->p->edges.data[noted->edge.i];
    if (noted->child != NO_ID) add_locals(x, &step.child_locals, noted->child, e->spawn, e);
    trace->threads_created += noted->child != NO_ID;
    vec_push(x->run, &trace->steps, step);
}

Trace *executor_trace(const Executor *x)
{
    const Program *p = x->p;
    Trace *trace = run_alloc(x->run, sizeof *trace);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && !term_is(p->vars.data[v].init))
            add_value(x, &trace->shared, (VarId){v}, arbitrary_first(x, (VarId){v}, 0));
    for (uint32_t i = 0; i < x->initial; i++) {
        TraceThread thread = {.template = x->threads.data[i].template};
        add_locals(x, &thread.locals, i, thread.template, NULL);
        vec_push(x->run, &trace->initial, thread);
    }
    for (uint32_t i = 0; i < x->log.count; i++)
        add_step(x, trace, &x->log.data[i]);
    return trace;
}
