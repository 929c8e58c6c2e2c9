#include "program/random_run.h"

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define CHANGES_MAX 3 /* places where a run by priorities is interrupted */
#define RUN_COST 1500 /* of a run, beside its steps: a thousand short ones are enough */
#define TRIES 24      /* attempts to find a step that is possible, before the run counts as stuck */

typedef struct RandomRun {
    Interpreter *in;
    Machine *m;
    Run *run;
    Rng *rng;
    uint32_t max_threads;
    const TraceValues *initial; /* NULL: none is given */
    bool spreads;               /* see PriorityRun */
    bool is_patient;            /* it ends only where no step is found among all */
    uint32_t last;              /* thread that moved last */
    uint32_t stick;             /* it moves again but for one time in so many */
    State state;
    Trace *trace;             /* NULL: not wanted */
    VEC(uint64_t) priorities; /* of threads, where runs go by these */
    bool reads;               /* what was looked at has a shared variable */
} RandomRun;

static uint64_t mask_value(Sort sort, uint64_t value)
{
    if (sort.kind == SORT_BOOL) return value & 1;
    return sort.kind == SORT_BV && sort.width < 64 ? value & ((UINT64_C(1) << sort.width) - 1) : value;
}

/* Mostly small constants, constants of the program and their neighbours; sometimes anything. */
static uint64_t random_value(Interpreter *in, Rng *rng, Sort sort, bool spreads)
{
    uint32_t kind = spreads ? 7 : rng_below(rng, 8);
    uint64_t value;
    if (kind < 4 || (kind < 7 && !in->constants.count))
        value = rng_below(rng, 4);
    else if (kind < 7)
        value = in->constants.data[rng_below(rng, in->constants.count)] + rng_below(rng, 3) - 1;
    else if (sort.kind == SORT_INT)
        value = (uint64_t)((int64_t)rng_below(rng, 2001) - 1000);
    else
        value = rng_next(rng);
    return mask_value(sort, value);
}

/* Arrays: the same everywhere, but for some of the first elements. */
static Value random_for(RandomRun *r, uint32_t var)
{
    Sort sort = r->m->p->vars.data[var].sort, element = sort.kind == SORT_ARRAY ? sort_element(sort) : sort;
    Value value = {.bits = random_value(r->in, r->rng, element, r->spreads)};
    if (sort.kind != SORT_ARRAY) return value;
    for (uint64_t i = 0; i <= mask_value(sort_index(sort), 7); i++)
        if (rng_below(r->rng, 2))
            value = value_store(r->run, r->trace ? NULL : r->m->values, &value, i,
                                random_value(r->in, r->rng, element, r->spreads));
    return value;
}

static Value initial_for(RandomRun *r, uint32_t var)
{
    for (uint32_t i = 0; r->initial && i < r->initial->count; i++)
        if (r->initial->data[i].var.i == var) return r->initial->data[i].value;
    return random_for(r, var);
}

static void choose_random_locals(RandomRun *r, ThreadState *thread, const Edge *spawn, TraceValues *values)
{
    const Template *template = &r->m->p->templates.data[thread->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        if (!step_starts_arbitrary(r->m->p, (VarId){v}, spawn)) continue;
        CHECK(program_is_local_of(r->m->p, (VarId){v}, thread->template));
        thread->locals[i] = random_for(r, v);
        if (values) vec_push(r->run, values, ((TraceValue){{v}, thread->locals[i]}));
    }
}

static void start_initial_threads(RandomRun *r, TemplateId t, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        TraceThread thread = {.template = t};
        state_add_thread(r->m, &r->state, t);
        choose_random_locals(r, &vec_last(&r->state.threads), NULL, r->trace ? &thread.locals : NULL);
        if (r->trace) vec_push(r->run, &r->trace->initial, thread);
    }
}

static void end_random_run(RandomRun *r)
{
    state_clear(r->m, &r->state);
    value_arena_free(r->m->values);
    r->m->values = NULL;
}

static void start_random_run(RandomRun *r)
{
    Program *p = r->m->p;
    CHECK(!r->m->values);
    r->m->values = value_arena_new(r->run);
    state_start(r->m, &r->state);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (p->vars.data[v].class != VAR_SHARED || term_is(p->vars.data[v].init)) continue;
        r->state.shared[v] = initial_for(r, v);
        if (r->trace) vec_push(r->run, &r->trace->shared, ((TraceValue){{v}, r->state.shared[v]}));
    }
    for (uint32_t t = 0; t < p->templates.count; t++) {
        Count initial = p->templates.data[t].initial;
        uint32_t many = r->max_threads ? 1 + rng_below(r->rng, r->max_threads) : 0;
        start_initial_threads(r, (TemplateId){t}, initial == COUNT_ONE ? 1 : initial == COUNT_MANY ? many : 0);
    }
}

static void trace_random_step(RandomRun *r, const MachineStep *step, const Edge *e, uint32_t before)
{
    TraceStep ts = {.thread = step->thread, .edge = step->edge, .child = NO_ID};
    for (uint32_t i = 0; i < machine_input_count(r->m, step->edge); i++)
        vec_push(r->run, &ts.inputs, ((TraceValue){machine_input_var(r->m, step->edge, i), step->inputs[i]}));
    bool created = r->state.threads.count > before;
    CHECK(r->state.threads.count == before + created);
    if (created) ts.child = before;
    if (created) choose_random_locals(r, &vec_last(&r->state.threads), e, &ts.child_locals);
    vec_push(r->run, &r->trace->steps, ts);
}

/* Long bursts of one thread as well as fine interleavings: many bugs need one thread to wait while another goes far. */
static uint32_t choose_random_thread(RandomRun *r)
{
    CHECK(r->state.threads.count > 0 && r->stick > 0);
    if (r->last >= r->state.threads.count || rng_below(r->rng, r->stick) == 0)
        r->last = rng_below(r->rng, r->state.threads.count);
    return r->last;
}

static StepResult try_edge(RandomRun *r, uint32_t thread, EdgeId edge)
{
    const Edge *e = &r->m->p->edges.data[edge.i];
    uint32_t count = machine_input_count(r->m, edge), before = r->state.threads.count;
    CHECK(e->from.i == r->state.threads.data[thread].loc.i);
    Value *inputs = run_alloc(r->run, (count + 1) * sizeof *inputs);
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = random_for(r, machine_input_var(r->m, edge, i).i);
    MachineStep step = {thread, edge, inputs, r->state.created < r->max_threads};
    StepResult result = state_step(r->m, &r->state, &step);
    if (result == STEP_DONE && r->trace)
        trace_random_step(r, &step, e, before);
    else if (result == STEP_DONE && r->state.threads.count > before)
        choose_random_locals(r, &vec_last(&r->state.threads), e, NULL);
    run_release(r->run, inputs);
    return result;
}

/* Tries one random edge of one random thread. */
static StepResult try_random_step(RandomRun *r, EdgeId *edge)
{
    uint32_t thread = choose_random_thread(r);
    LocId loc = r->state.threads.data[thread].loc;
    uint32_t out = program_out_count(r->m->p, loc);
    if (!out) return STEP_ELSEWHERE;
    edge->i = r->m->p->out_edges[r->m->p->out_start[loc.i] + rng_below(r->rng, out)];
    return try_edge(r, thread, *edge);
}

/* Where most cannot move: all edges of the threads in turn, from a random one on; those with inputs several times. */
static bool advance_somehow(RandomRun *r, EdgeId *edge)
{
    const Program *p = r->m->p;
    uint32_t threads = r->state.threads.count, first = threads ? rng_below(r->rng, threads) : 0;
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t thread = (first + t) % threads, start = p->out_start[r->state.threads.data[thread].loc.i];
        uint32_t out = program_out_count(p, r->state.threads.data[thread].loc), from = out ? rng_below(r->rng, out) : 0;
        for (uint32_t i = 0; i < out; i++) {
            edge->i = p->out_edges[start + (from + i) % out];
            uint32_t tries = machine_input_count(r->m, *edge) ? TRIES : 1;
            for (uint32_t k = 0; k < tries; k++)
                if (try_edge(r, thread, *edge) == STEP_DONE) return true;
        }
    }
    return false;
}

/* Takes one step; false when none was found. */
static bool advance_randomly(RandomRun *r, EdgeId *edge)
{
    uint32_t tries = TRIES * (r->state.threads.count + 1) + 2 * r->stick;
    for (uint32_t i = 0; i < tries && r->state.threads.count; i++) {
        StepResult result = try_random_step(r, edge);
        if (result == STEP_DONE) return true;
        if (result == STEP_OVERFLOW) return false;
    }
    return r->is_patient && advance_somehow(r, edge);
}

static bool run_randomly(RandomRun *r, uint32_t max_steps, void (*visit)(void *arg, const State *state), void *arg)
{
    bool failed = false;
    r->stick = UINT32_C(1) << rng_below(r->rng, 7);
    start_random_run(r);
    for (uint32_t i = 0; i < max_steps && !failed; i++) {
        EdgeId edge;
        run_poll(r->run);
        state_tidy(r->m, &r->state); /* what a trace has is not the machine's */
        if (!advance_randomly(r, &edge)) break;
        if (visit) visit(arg, &r->state);
        failed = r->m->p->edges.data[edge.i].is_error;
    }
    CHECK(r->state.created <= r->max_threads && machine_state_is_valid(r->m, &r->state));
    CHECK(!r->trace || !failed || trace_is_well_formed(r->m->p, r->trace));
    if (r->trace && failed)
        r->trace->threads_created = r->state.created;
    else if (r->trace)
        trace_clear(r->run, r->trace);
    end_random_run(r);
    return failed;
}

bool interpreter_random_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                            void (*visit)(void *arg, const State *state), void *arg, Trace *trace)
{
    RandomRun run = {
        .in = in, .m = &in->machine, .run = in->machine.run, .rng = rng, .max_threads = max_threads, .trace = trace};
    return run_randomly(&run, max_steps, visit, arg);
}

void interpreter_patient_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                             void (*visit)(void *arg, const State *state), void *arg)
{
    RandomRun run = {.in = in,
                     .m = &in->machine,
                     .run = in->machine.run,
                     .rng = rng,
                     .max_threads = max_threads,
                     .is_patient = true};
    run_randomly(&run, max_steps, visit, arg);
}

/* ---- by priorities ---- */

/* Above those that threads get later. */
static void give_priorities(RandomRun *r)
{
    bool at_start = r->priorities.count == 0; /* threads that start others go first, so that these are there */
    while (r->priorities.count < r->state.threads.count)
        vec_push(r->run, &r->priorities,
                 at_start ? UINT64_MAX / 2 + (rng_next(r->rng) >> 2) : (rng_next(r->rng) >> 2) + UINT32_MAX);
}

/* Its edges in turn from a random one on; those with inputs several times. */
static bool move_thread(RandomRun *r, uint32_t thread, EdgeId *edge)
{
    const Program *p = r->m->p;
    LocId loc = r->state.threads.data[thread].loc;
    uint32_t out = program_out_count(p, loc), first = out > 1 ? rng_below(r->rng, out) : 0;
    for (uint32_t i = 0; i < out; i++) {
        edge->i = p->out_edges[p->out_start[loc.i] + (first + i) % out];
        const Edge *e = &p->edges.data[edge->i];
        uint32_t tries = machine_input_count(r->m, *edge) ? TRIES : 1;
        if ((e->approximate && !e->action) || (e->spawn.i != NO_ID && r->state.created >= r->max_threads)) continue;
        for (uint32_t k = 0; k < tries; k++)
            if (try_edge(r, thread, *edge) == STEP_DONE) return true;
    }
    return false;
}

/* Is there one of the highest priority below the given one? */
static bool find_next_priority(const RandomRun *r, uint64_t below, uint32_t *thread)
{
    bool found = false;
    for (uint32_t i = 0; i < r->priorities.count; i++) {
        if (r->priorities.data[i] >= below || (found && r->priorities.data[i] <= r->priorities.data[*thread])) continue;
        *thread = i;
        found = true;
    }
    return found;
}

static bool move_one(RandomRun *r, uint32_t *thread, EdgeId *edge)
{
    uint64_t below = UINT64_MAX;
    while (find_next_priority(r, below, thread)) {
        if (move_thread(r, *thread, edge)) return true;
        below = r->priorities.data[*thread];
    }
    return false;
}

static void look_for_shared_read(void *arg, Term var)
{
    RandomRun *r = arg;
    r->reads |= r->m->p->vars.data[term_symbol(r->m->tm, var)].class == VAR_SHARED;
}

/* Has the thread read shared memory into a local, or looked at it without writing any? What it does with that comes too
 * late if others write meanwhile. */
static bool has_read(RandomRun *r, EdgeId edge)
{
    const Edge *e = &r->m->p->edges.data[edge.i];
    bool writes = false;
    r->reads = false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        writes |= r->m->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
    if (!writes) term_for_each_var(r->m->tm, e->guard, look_for_shared_read, r);
    for (uint32_t i = 0; i < e->assign_count && !r->reads; i++)
        if (r->m->p->vars.data[e->assigns[i].var.i].class == VAR_LOCAL)
            term_for_each_var(r->m->tm, e->assigns[i].value, look_for_shared_read, r);
    return r->reads;
}

bool interpreter_priority_run(Interpreter *in, Rng *rng, PriorityRun *how, Trace *trace)
{
    RandomRun run = {.in = in, .m = &in->machine, .run = in->machine.run, .rng = rng, .max_threads = how->threads};
    RandomRun *r = &run;
    uint32_t *places = run_alloc(r->run, (how->changes + 1) * sizeof *places), left = how->changes;
    bool failed = false;
    r->trace = trace;
    r->initial = how->initial;
    r->spreads = how->spreads;
    how->reads = 0;
    for (uint32_t i = 0; i < how->changes; i++)
        places[i] = rng_below(rng, how->length);
    start_random_run(r);
    for (how->taken = 0; how->taken < how->steps && !failed; how->taken++) {
        EdgeId edge;
        uint32_t thread = 0;
        run_poll(r->run);
        state_tidy(r->m, &r->state);
        give_priorities(r);
        if (!move_one(r, &thread, &edge)) break;
        failed = r->m->p->edges.data[edge.i].is_error;
        if (!has_read(r, edge)) continue;
        for (uint32_t i = 0; i < how->changes; i++)
            if (places[i] == how->reads) r->priorities.data[thread] = left--;
        how->reads++;
    }
    if (trace && failed)
        trace->threads_created = r->state.created;
    else if (trace)
        trace_clear(r->run, trace);
    end_random_run(r);
    vec_free(r->run, &r->priorities);
    run_release(r->run, places);
    return failed;
}

/* First to the end without interruption, to know how long runs are. A run that fails is made again to be noted. */
Trace *interpreter_priority_error(Interpreter *in, PriorityRun how, uint32_t work)
{
    Rng rng = {1};
    bool spreads = how.spreads;
    how.length = 1;
    for (uint32_t left = work, i = 0; left > 0; i++) {
        Rng before = rng;
        how.changes = i ? CHANGES_MAX - (i - 1) % CHANGES_MAX : 0;
        how.spreads = spreads && i % 2;
        if (interpreter_priority_run(in, &rng, &how, NULL)) {
            Trace *trace = run_alloc(in->machine.run, sizeof *trace);
            interpreter_priority_run(in, &before, &how, trace);
            return trace;
        }
        uint32_t cost = how.taken + RUN_COST;
        how.length = how.reads + 1;
        left -= cost < left ? cost : left;
        if (left < how.steps) how.steps = left;
    }
    return NULL;
}
