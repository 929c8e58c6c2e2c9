/* Where threads without number exist, a round starts one thread of each such template and runs it alone, to its end or
 * until it has written shared memory so and so often, where it stays. Rounds are repeated as long as the shared state
 * is new. That leaves out nearly all interleavings, which is the point: what a counter of threads needs to come to an
 * error, or round, is many threads that do the same, and a thousand of them are a thousand short runs, not a search.
 *
 * A thread that stays may be the one to fail later: after each round the first one and the last one are run on, and
 * taken back when nothing fails. A run of one thread is a search depth first over its edges and over few values of
 * their inputs; as a rule there is one way to go, and the state is copied only where there are two.
 *
 * The steps are those of the program as it is, unmerged, so that they need no solver to become a trace. An error that
 * is found is replayed by whoever asks; nothing is concluded where none is. */
#include "engines/symmpa/refine/bulk.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/concrete_inputs.h"
#include "logic/term/walk.h"
#include "program/state.h"

#define WRITES_MAX 6     /* a thread stays after so many writes of shared memory at most */
#define WALK_STEPS 20000 /* of one thread in a round */
#define WALK_TURNS 200   /* ways out of dead ends that it tries */
#define SPIN_STEPS 64    /* from here on a thread that is where it was before spins */
#define STARTERS_MAX 8   /* threads at the start that may start the many, or must run before */
#define INTEREST_MAX 66000
#define BITS_COUNTED 16

typedef enum Goal {
    GOAL_START, /* a thread without number is started */
    GOAL_END,   /* a location without edges */
    GOAL_WRITES,
    GOAL_ERROR /* and nothing else: a walk that is taken back in the end */
} Goal;

typedef enum WalkOutcome { OUTCOME_REACHED, OUTCOME_NOT, OUTCOME_ERROR } WalkOutcome;

/* What the walk of a thread may change. */
typedef struct Saved {
    Value *shared, *locals;
    LocId loc;
    uint32_t threads, created, atomic, steps, writes;
} Saved;

typedef struct Turn {
    Saved before;
    uint32_t edge, choice; /* to be tried next */
} Turn;

typedef struct Bulk {
    Machine machine;
    Run *run;
    Program *p;
    const InputConstants *inputs;
    BulkLimits limits;
    uint64_t work;
    bool has_pool; /* threads without number are there at the start, and none is started */
    State state;
    Trace trace;
    Value *values; /* of the inputs of the edge that is tried */
    /* of the walk at hand */
    uint32_t thread, writes;
    VEC(Turn) turns;
} Bulk;

/* How rounds are made. */
typedef struct Rule {
    TemplateId only; /* of the new threads only those of this template run; .i = NO_ID: all */
    uint32_t writes; /* they stay after so many; 0: they run to their ends */
} Rule;

/* ---- states that are come back to ---- */

static uint32_t locals_count_of_thread(const Bulk *b, uint32_t thread)
{
    return b->p->templates.data[b->state.threads.data[thread].template.i].locals.count;
}

static Value *copy_values(const Bulk *b, const Value *values, uint32_t count)
{
    Value *copy = run_alloc(b->run, (count + 1) * sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static Saved save_bulk_state(const Bulk *b)
{
    const State *s = &b->state;
    const ThreadState *t = &s->threads.data[b->thread];
    return (Saved){copy_values(b, s->shared, b->p->vars.count),
                   copy_values(b, t->locals, locals_count_of_thread(b, b->thread)),
                   t->loc,
                   s->threads.count,
                   s->created,
                   s->atomic,
                   b->trace.steps.count,
                   b->writes};
}

static void release_saved(const Bulk *b, Saved *saved)
{
    run_release(b->run, saved->shared);
    run_release(b->run, saved->locals);
}

static void drop_steps(Bulk *b, uint32_t count)
{
    while (b->trace.steps.count > count) {
        TraceStep step = vec_pop(&b->trace.steps);
        vec_free(b->run, &step.inputs);
    }
}

static void restore_bulk_state(Bulk *b, const Saved *saved)
{
    State *s = &b->state;
    ThreadState *t = &s->threads.data[b->thread];
    CHECK(saved->threads <= s->threads.count && saved->steps <= b->trace.steps.count);
    memcpy(s->shared, saved->shared, b->p->vars.count * sizeof *s->shared);
    memcpy(t->locals, saved->locals, locals_count_of_thread(b, b->thread) * sizeof *t->locals);
    t->loc = saved->loc;
    while (s->threads.count > saved->threads) {
        ThreadState started = vec_pop(&s->threads);
        run_release(b->run, started.locals);
    }
    s->created = saved->created;
    s->atomic = saved->atomic;
    b->writes = saved->writes;
    drop_steps(b, saved->steps);
}

/* ---- steps of the thread at hand ---- */

static LocId current_location(const Bulk *b) { return b->state.threads.data[b->thread].loc; }

static void choose_values(Bulk *b, EdgeId e, uint32_t choice)
{
    for (uint32_t i = 0; i < machine_input_count(&b->machine, e); i++)
        b->values[i] = (Value){.bits = inputs_value(b->inputs, &b->machine, e, i, choice)};
}

/* Finds the next step that can be taken, from *edge (of those of its location) and *choice on; errors, or the others.
 */
static bool find_next_bulk_step(Bulk *b, bool errors, uint32_t *edge, uint32_t *choice)
{
    LocId at = current_location(b);
    for (; *edge < program_out_count(b->p, at); ++*edge, *choice = 0) {
        EdgeId e = {b->p->out_edges[b->p->out_start[at.i] + *edge]};
        const Edge *is = &b->p->edges.data[e.i];
        if (is->is_error != errors || is->approximate) continue;
        for (uint32_t n = inputs_choices(b->inputs, &b->machine, e); *choice < n; ++*choice) {
            choose_values(b, e, *choice);
            b->work++;
            if (state_try(&b->machine, &b->state, &(MachineStep){b->thread, e, b->values, true}) == STEP_DONE)
                return true;
        }
    }
    return false;
}

static bool writes_shared(const Bulk *b, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (b->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED) return true;
    return false;
}

/* Takes the step that find_next_bulk_step has found; false: a number is too large. */
static bool take_bulk_step(Bulk *b, uint32_t edge, uint32_t choice)
{
    EdgeId e = {b->p->out_edges[b->p->out_start[current_location(b).i] + edge]};
    const Edge *is = &b->p->edges.data[e.i];
    TraceStep step = {.thread = b->thread, .edge = e, .child = NO_ID};
    if (is->spawn.i != NO_ID) step.child = b->state.threads.count;
    choose_values(b, e, choice);
    if (state_step(&b->machine, &b->state, &(MachineStep){b->thread, e, b->values, true}) != STEP_DONE) return false;
    for (uint32_t i = 0; i < machine_input_count(&b->machine, e); i++)
        vec_push(b->run, &step.inputs, ((TraceValue){machine_input_var(&b->machine, e, i), b->values[i]}));
    CHECK((step.child != NO_ID) == (b->state.threads.count == step.child + 1));
    vec_push(b->run, &b->trace.steps, step);
    b->writes += writes_shared(b, is);
    return true;
}

/* ---- walks of one thread ---- */

static bool is_of_many(const Bulk *b, TemplateId t) { return b->p->templates.data[t.i].cardinality == COUNT_MANY; }

static bool is_goal_reached(const Bulk *b, Goal goal, uint32_t writes, uint32_t first_thread)
{
    if (b->state.atomic) return false;
    switch (goal) {
    case GOAL_START:
        return b->state.threads.count > first_thread && is_of_many(b, vec_last(&b->state.threads).template);
    case GOAL_END: return program_out_count(b->p, current_location(b)) == 0;
    case GOAL_WRITES: return b->writes >= writes;
    case GOAL_ERROR: return false;
    }
    return false;
}

static uint64_t mix_value_hash(uint64_t h, const Value *v)
{
    h = (h ^ v->bits) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < v->count; i++) {
        h = (h ^ v->entries[i].index) * UINT64_C(0x9e3779b97f4a7c15);
        h = (h ^ v->entries[i].value) * UINT64_C(0xc2b2ae3d27d4eb4f);
    }
    return h ^ h >> 29;
}

static uint64_t hash_shared(const Bulk *b)
{
    uint64_t h = 1;
    for (uint32_t v = 0; v < b->p->vars.count; v++)
        if (b->p->vars.data[v].class == VAR_SHARED) h = mix_value_hash(h, &b->state.shared[v]);
    return h;
}

static uint64_t hash_walk(const Bulk *b)
{
    uint64_t h = hash_shared(b) + current_location(b).i;
    for (uint32_t i = 0; i < locals_count_of_thread(b, b->thread); i++)
        h = mix_value_hash(h, &b->state.threads.data[b->thread].locals[i]);
    return h;
}

/* Takes the next step of the turn, or of where the thread is; true: it was one. Where there is another way to go, a
 * turn remembers it. */
static bool step_on(Bulk *b, uint32_t edge, uint32_t choice)
{
    if (!find_next_bulk_step(b, false, &edge, &choice)) return false;
    uint32_t next_edge = edge, next_choice = choice + 1;
    if (b->turns.count < WALK_TURNS && find_next_bulk_step(b, false, &next_edge, &next_choice))
        vec_push(b->run, &b->turns, ((Turn){save_bulk_state(b), next_edge, next_choice}));
    return take_bulk_step(b, edge, choice);
}

/* From the last turn on that has another way. */
static bool turn_back(Bulk *b)
{
    while (b->turns.count) {
        Turn turn = vec_pop(&b->turns);
        restore_bulk_state(b, &turn.before);
        release_saved(b, &turn.before);
        if (step_on(b, turn.edge, turn.choice)) return true;
    }
    return false;
}

static void drop_turns(Bulk *b)
{
    while (b->turns.count) {
        Turn turn = vec_pop(&b->turns);
        release_saved(b, &turn.before);
    }
}

static WalkOutcome search_alone(Bulk *b, Goal goal, uint32_t writes)
{
    uint32_t first_thread = b->state.threads.count, first_step = b->trace.steps.count, taken = 0, tries = 0;
    uint64_t met = 0; /* the state at the last power of two of the steps */
    for (;;) {
        uint32_t edge = 0, choice = 0;
        if (find_next_bulk_step(b, true, &edge, &choice) && take_bulk_step(b, edge, choice)) return OUTCOME_ERROR;
        bool spins = false, is_over = ++taken > WALK_STEPS || b->work >= b->limits.work;
        if (b->trace.steps.count > first_step && is_goal_reached(b, goal, writes, first_thread)) return OUTCOME_REACHED;
        if (taken > SPIN_STEPS) {
            uint64_t h = hash_walk(b);
            spins = h == met;
            if ((taken & (taken - 1)) == 0) met = h;
        }
        if (is_over) return OUTCOME_NOT;
        if (!spins && step_on(b, 0, 0)) continue;
        if (++tries > WALK_TURNS || !turn_back(b)) return OUTCOME_NOT;
    }
}

/* Runs the thread alone. Unless the goal or an error is reached, all is as before. */
static WalkOutcome walk_to_goal(Bulk *b, uint32_t thread, Goal goal, uint32_t writes)
{
    b->thread = thread;
    b->writes = 0;
    if (!state_may_run(&b->machine, &b->state, thread)) return OUTCOME_NOT;
    Saved before = save_bulk_state(b);
    WalkOutcome outcome = search_alone(b, goal, writes);
    if (outcome == OUTCOME_NOT) restore_bulk_state(b, &before);
    release_saved(b, &before);
    drop_turns(b);
    CHECK(outcome == OUTCOME_ERROR || goal != GOAL_ERROR || b->trace.steps.count == before.steps);
    return outcome;
}

/* ---- rounds ---- */

static void add_initial_bulk_thread(Bulk *b, TemplateId t)
{
    state_add_thread(&b->machine, &b->state, t);
    vec_push(b->run, &b->trace.initial, ((TraceThread){.template = t}));
}

static void start_bulk(Bulk *b)
{
    trace_clear(b->run, &b->trace);
    state_start(&b->machine, &b->state);
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        if (b->p->templates.data[t].initial == COUNT_ONE) add_initial_bulk_thread(b, (TemplateId){t});
}

static uint32_t few_threads(const Bulk *b)
{
    return b->state.threads.count < STARTERS_MAX ? b->state.threads.count : STARTERS_MAX;
}

/* One of the first threads starts the many; the others may have to run before. */
static WalkOutcome start_threads(Bulk *b)
{
    for (int again = 0; again < 2; again++) {
        uint32_t few = few_threads(b);
        for (uint32_t i = 0; i < few; i++) {
            WalkOutcome o = walk_to_goal(b, i, GOAL_START, 0);
            if (o != OUTCOME_NOT) return o;
        }
        for (uint32_t i = 0; i < few && !again; i++)
            if (walk_to_goal(b, i, GOAL_END, 0) == OUTCOME_ERROR) return OUTCOME_ERROR;
    }
    return OUTCOME_NOT;
}

static WalkOutcome begin_round(Bulk *b, const Rule *rule)
{
    if (!b->has_pool) return start_threads(b);
    bool any = false;
    for (uint32_t t = 0; t < b->p->templates.count; t++) {
        if (b->p->templates.data[t].initial != COUNT_MANY || (rule->only.i != NO_ID && rule->only.i != t)) continue;
        add_initial_bulk_thread(b, (TemplateId){t});
        any = true;
    }
    return any ? OUTCOME_REACHED : OUTCOME_NOT;
}

/* The new threads from `first` on; *parked: the first thread of all that stays somewhere. */
static WalkOutcome run_threads(Bulk *b, const Rule *rule, uint32_t first, uint32_t *parked)
{
    uint32_t end = b->state.threads.count;
    for (uint32_t i = first; i < end; i++) {
        if (rule->only.i != NO_ID && b->state.threads.data[i].template.i != rule->only.i) continue;
        WalkOutcome o = walk_to_goal(b, i, rule->writes ? GOAL_WRITES : GOAL_END, rule->writes);
        if (o != OUTCOME_REACHED) return o;
        if (rule->writes && *parked == NO_ID) *parked = i;
    }
    if (*parked != NO_ID && walk_to_goal(b, *parked, GOAL_ERROR, 0) == OUTCOME_ERROR) return OUTCOME_ERROR;
    for (uint32_t i = first; i < end; i++)
        if ((rule->writes || rule->only.i != NO_ID) && walk_to_goal(b, i, GOAL_ERROR, 0) == OUTCOME_ERROR)
            return OUTCOME_ERROR;
    return OUTCOME_REACHED;
}

static WalkOutcome make_bulk_round(Bulk *b, const Rule *rule, uint32_t *parked)
{
    uint32_t first = b->state.threads.count;
    WalkOutcome o = begin_round(b, rule);
    return o == OUTCOME_REACHED ? run_threads(b, rule, first, parked) : o;
}

/* True: the trace ends in an error. */
static bool repeat(Bulk *b, const Rule *rule)
{
    uint32_t parked = NO_ID;
    uint64_t met;
    start_bulk(b);
    met = hash_shared(b);
    for (uint32_t round = 1; round <= b->limits.rounds && b->work < b->limits.work; round++) {
        run_poll(b->run);
        state_tidy(&b->machine, &b->state); /* between walks nothing else is kept */
        if (b->limits.threads && b->state.threads.count > b->limits.threads) return false;
        WalkOutcome o = make_bulk_round(b, rule, &parked);
        if (o != OUTCOME_REACHED) return o == OUTCOME_ERROR;
        uint64_t h = hash_shared(b);
        if (h == met) return false;
        if ((round & (round - 1)) == 0) met = h;
    }
    return false;
}

/* Does the template do as a rule's, beside all of them together? */
static uint32_t many_count(const Bulk *b)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        count += is_of_many(b, (TemplateId){t});
    return count;
}

static bool repeat_all(Bulk *b, uint32_t writes)
{
    if (repeat(b, &(Rule){{NO_ID}, writes})) return true;
    for (uint32_t t = 0; t < b->p->templates.count && many_count(b) > 1; t++)
        if (is_of_many(b, (TemplateId){t}) && repeat(b, &(Rule){{t}, writes})) return true;
    return false;
}

/* ---- the whole ---- */

static bool starts_some(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].spawn.i != NO_ID) return true;
    return false;
}

bool bulk_search(Program *p, BulkLimits limits, Trace *trace)
{
    Bulk b = {.run = p->run, .p = p, .limits = limits};
    uint32_t most = 0;
    bool found = false;
    machine_init(&b.machine, p);
    b.machine.values = value_arena_new(p->run);
    InputConstants *inputs = inputs_find(p);
    b.inputs = inputs;
    b.has_pool = !starts_some(p);
    for (uint32_t e = 0; e < p->edges.count; e++)
        if (machine_input_count(&b.machine, (EdgeId){e}) > most) most = machine_input_count(&b.machine, (EdgeId){e});
    b.values = run_alloc(p->run, (most + 1) * sizeof *b.values);
    for (uint32_t writes = 0; writes <= WRITES_MAX && many_count(&b) && !found && b.work < limits.work; writes++)
        found = repeat_all(&b, writes);
    if (found) {
        b.trace.threads_created = b.state.created;
        *trace = b.trace;
    } else {
        trace_clear(p->run, &b.trace);
    }
    state_clear(&b.machine, &b.state);
    value_arena_free(b.machine.values);
    vec_free(p->run, &b.turns);
    run_release(p->run, b.values);
    inputs_free(inputs);
    return found;
}

/* ---- how long it is of interest ---- */

typedef struct Interest {
    TermManager *tm;
    uint32_t most;
} Interest;

static void note_interesting_number(void *arg, Term t)
{
    Interest *in = arg;
    Sort s = term_sort(in->tm, t);
    uint64_t value = 0;
    if (s.kind != SORT_BV && s.kind != SORT_INT) return;
    if (term_is_const(in->tm, t))
        value = term_value(in->tm, t);
    else if (s.kind == SORT_BV && s.width <= BITS_COUNTED)
        value = UINT64_C(1) << s.width;
    if (value < INTEREST_MAX && value > in->most) in->most = (uint32_t)value;
}

uint32_t bulk_rounds_of_interest(const Program *p)
{
    Interest in = {p->tm, 0};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        term_for_each_subterm(p->tm, e->guard, note_interesting_number, &in);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_subterm(p->tm, e->assigns[k].value, note_interesting_number, &in);
    }
    return in.most + 2;
}
