/* Exhaustive search of a concrete program: breadth first over full states, no reduction other than forgetting the
 * order of threads, which have no identity. */
#include "program/interpreter.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "logic/term/walk.h"
#include "program/replay.h"
#include "program/state.h"
#include "program/step.h"

#define EDGE_BITS_MAX 16    /* arbitrary bits of one step, as promised in the header */
#define INITIAL_BITS_MAX 24 /* arbitrary bits of an initial state; beyond, the search is not complete */

/* How a state was reached first. choice: the bits of all arbitrary values, one after the other. */
typedef struct Reached {
    uint32_t parent; /* NO_ID: initial */
    uint32_t thread; /* index in the parent's encoding */
    EdgeId edge;
    uint32_t choice;
} Reached;

typedef struct Search {
    Interpreter *in;
    Machine *m;
    Run *run;
    uint32_t n;
    uint64_t limit;
    Intern states;
    VEC(Reached) reached;
    bool complete;
    void (*visit)(void *arg, const State *state); /* NULL: none */
    void *visit_arg;
    Reached error; /* the step that fails an assertion; parent NO_ID: none found */
} Search;

/* ---- arbitrary values from the bits of a choice ---- */

static unsigned bits_of_sort(const Search *se, Sort sort)
{
    if (sort.kind == SORT_INT || sort.kind == SORT_ARRAY)
        run_stop(se->run, STOP_UNSUPPORTED, "the interpreter cannot try all %s",
                 sort.kind == SORT_INT ? "mathematical integers" : "arrays");
    return sort.kind == SORT_BOOL ? 1 : sort.width;
}

static Value take_bits_of_choice(const Search *se, Sort sort, uint64_t *choice)
{
    unsigned bits = bits_of_sort(se, sort);
    CHECK(bits >= 1 && bits <= 64);
    Value v = {.bits = bits == 64 ? *choice : *choice & ((UINT64_C(1) << bits) - 1)};
    *choice = bits == 64 ? 0 : *choice >> bits;
    return v;
}

static bool is_initially_arbitrary(const Search *se, uint32_t var) { return !term_is(se->m->p->vars.data[var].init); }

/* Arbitrary locals of a thread; e: the spawn that makes it, whose arguments are not arbitrary, or NULL. */
static uint64_t locals_bits(const Search *se, TemplateId t, const Edge *e)
{
    uint64_t bits = 0;
    const Template *template = &se->m->p->templates.data[t.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        if (step_starts_arbitrary(se->m->p, (VarId){v}, e)) bits += bits_of_sort(se, se->m->p->vars.data[v].sort);
    }
    return bits;
}

static void choose_thread_locals(const Search *se, ThreadState *thread, const Edge *e, uint64_t *choice)
{
    const Template *template = &se->m->p->templates.data[thread->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        if (step_starts_arbitrary(se->m->p, (VarId){v}, e))
            thread->locals[i] = take_bits_of_choice(se, se->m->p->vars.data[v].sort, choice);
    }
}

/* ---- initial states ---- */

static uint32_t initial_thread_count(const Search *se, const Template *t)
{
    switch (t->initial) {
    case COUNT_NONE: return 0;
    case COUNT_ONE: return 1;
    case COUNT_MANY: return se->n;
    }
    return 0;
}

static void initial_state(const Search *se, uint64_t choice, State *s)
{
    Program *p = se->m->p;
    state_start(se->m, s);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && is_initially_arbitrary(se, v))
            s->shared[v] = take_bits_of_choice(se, p->vars.data[v].sort, &choice);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = initial_thread_count(se, &p->templates.data[t]); i > 0; i--) {
            state_add_thread(se->m, s, (TemplateId){t});
            choose_thread_locals(se, &vec_last(&s->threads), NULL, &choice);
        }
}

static uint64_t initial_bits(const Search *se)
{
    Program *p = se->m->p;
    uint64_t bits = 0;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && is_initially_arbitrary(se, v))
            bits += bits_of_sort(se, p->vars.data[v].sort);
    for (uint32_t t = 0; t < p->templates.count; t++)
        bits += initial_thread_count(se, &p->templates.data[t]) * locals_bits(se, (TemplateId){t}, NULL);
    return bits;
}

/* ---- steps ---- */

/* The step with that choice of inputs, from a state; the new thread's locals take what is left of the choice. */
static StepResult take_chosen_step(const Search *se, State *s, uint32_t thread, EdgeId edge, uint64_t choice)
{
    const Edge *e = &se->m->p->edges.data[edge.i];
    uint32_t count = machine_input_count(se->m, edge), before = s->threads.count;
    Value *inputs = run_alloc(se->run, (count + 1) * sizeof *inputs);
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = take_bits_of_choice(se, term_sort(se->m->tm, machine_input(se->m, edge, i)), &choice);
    MachineStep step = {thread, edge, inputs, s->created < se->n};
    StepResult result = state_step(se->m, s, &step);
    if (result == STEP_DONE && s->threads.count > before) choose_thread_locals(se, &vec_last(&s->threads), e, &choice);
    run_release(se->run, inputs);
    return result;
}

static unsigned step_bits(const Search *se, const State *s, EdgeId edge)
{
    const Edge *e = &se->m->p->edges.data[edge.i];
    uint64_t bits = 0;
    for (uint32_t i = 0; i < machine_input_count(se->m, edge); i++)
        bits += bits_of_sort(se, term_sort(se->m->tm, machine_input(se->m, edge, i)));
    if (e->spawn.i != NO_ID && s->created < se->n) bits += locals_bits(se, e->spawn, e);
    if (bits > EDGE_BITS_MAX)
        run_stop(se->run, STOP_UNSUPPORTED, "the interpreter cannot try %llu arbitrary bits in one step",
                 (unsigned long long)bits);
    return (unsigned)bits;
}

static void add_full_state(Search *se, const State *s, Reached how)
{
    Words key = {NULL, 0, 0};
    bool is_new;
    state_encode(se->m, s, &key, NULL);
    intern_add(&se->states, key.data, key.count, &is_new);
    CHECK(how.parent == NO_ID || how.parent < se->reached.count); /* found before */
    if (is_new) vec_push(se->run, &se->reached, how);
    CHECK(se->reached.count == se->states.count);
    vec_free(se->run, &key);
}

static void explore_edge(Search *se, uint32_t id, const State *from, uint32_t thread, EdgeId edge)
{
    State s = {0};
    CHECK(se->m->p->edges.data[edge.i].from.i == from->threads.data[thread].loc.i);
    uint32_t choices = UINT32_C(1) << step_bits(se, from, edge);
    for (uint32_t choice = 0; choice < choices && se->error.parent == NO_ID; choice++) {
        Reached how = {id, thread, edge, choice};
        state_copy(se->m, &s, from);
        StepResult result = take_chosen_step(se, &s, thread, edge, choice);
        if (result == STEP_OVERFLOW) se->complete = false;
        if (result != STEP_DONE) continue;
        if (se->m->p->edges.data[edge.i].is_error)
            se->error = how;
        else
            add_full_state(se, &s, how);
    }
    state_clear(se->m, &s);
}

static void explore_state(Search *se, uint32_t id)
{
    State s = {0};
    state_decode(se->m, intern_key(&se->states, id, NULL), &s);
    CHECK(s.created <= se->n);
    if (se->visit) se->visit(se->visit_arg, &s);
    for (uint32_t t = 0; t < s.threads.count; t++) {
        if (!state_may_run(se->m, &s, t)) continue;
        LocId loc = s.threads.data[t].loc;
        for (uint32_t k = 0; k < program_out_count(se->m->p, loc); k++) {
            EdgeId edge = {se->m->p->out_edges[se->m->p->out_start[loc.i] + k]};
            explore_edge(se, id, &s, t, edge);
        }
    }
    state_clear(se->m, &s);
}

static void add_initial_states(Search *se)
{
    uint64_t bits = initial_bits(se);
    if (bits > INITIAL_BITS_MAX) se->complete = false;
    State s = {0};
    uint32_t choices = UINT32_C(1) << (bits > INITIAL_BITS_MAX ? INITIAL_BITS_MAX : bits);
    for (uint32_t choice = 0; choice < choices && se->states.count < se->limit; choice++) {
        run_poll(se->run);
        initial_state(se, choice, &s);
        add_full_state(se, &s, (Reached){NO_ID, 0, {0}, choice});
    }
    state_clear(se->m, &s);
}

/* ---- the trace ---- */

static void trace_arbitrary_locals(const Search *se, const ThreadState *thread, const Edge *e, TraceValues *list)
{
    const Template *template = &se->m->p->templates.data[thread->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        if (step_starts_arbitrary(se->m->p, (VarId){v}, e))
            vec_push(se->run, list, ((TraceValue){{v}, thread->locals[i]}));
    }
}

static void trace_initial(const Search *se, const State *s, Trace *trace)
{
    for (uint32_t v = 0; v < se->m->p->vars.count; v++)
        if (se->m->p->vars.data[v].class == VAR_SHARED && is_initially_arbitrary(se, v))
            vec_push(se->run, &trace->shared, ((TraceValue){{v}, s->shared[v]}));
    for (uint32_t i = 0; i < s->threads.count; i++) {
        TraceThread thread = {.template = s->threads.data[i].template};
        trace_arbitrary_locals(se, &s->threads.data[i], NULL, &thread.locals);
        vec_push(se->run, &trace->initial, thread);
    }
}

/* Takes the step `how` in s, whose threads have their identities; order[i] is the i-th in the parent's encoding. */
static void retrace_step(const Search *se, State *s, const Reached *how, const uint32_t *order, Trace *trace)
{
    const Edge *e = &se->m->p->edges.data[how->edge.i];
    uint64_t choice = how->choice;
    uint32_t before = s->threads.count;
    CHECK(how->thread < before && order[how->thread] < before);
    TraceStep step = {.thread = order[how->thread], .edge = how->edge, .child = NO_ID};
    for (uint32_t i = 0; i < machine_input_count(se->m, how->edge); i++) {
        VarId var = machine_input_var(se->m, how->edge, i);
        vec_push(se->run, &step.inputs,
                 ((TraceValue){var, take_bits_of_choice(se, se->m->p->vars.data[var.i].sort, &choice)}));
    }
    StepResult result = take_chosen_step(se, s, step.thread, how->edge, how->choice);
    RUN_CHECK(se->run, result == STEP_DONE);
    if (s->threads.count > before) {
        step.child = before;
        trace_arbitrary_locals(se, &vec_last(&s->threads), e, &step.child_locals);
        trace->threads_created++;
    }
    vec_push(se->run, &trace->steps, step);
}

static void build_error_trace(const Search *se, Trace *trace)
{
    VEC(Reached) path = {NULL, 0, 0};
    vec_push(se->run, &path, se->error);
    for (uint32_t id = se->error.parent; id != NO_ID; id = se->reached.data[id].parent)
        vec_push(se->run, &path, se->reached.data[id]);
    CHECK(path.count >= 2 && vec_last(&path).parent == NO_ID);
    State s = {0};
    Words key = {NULL, 0, 0};
    initial_state(se, vec_last(&path).choice, &s);
    trace_initial(se, &s, trace);
    for (uint32_t i = path.count - 1; i-- > 0;) {
        uint32_t *order = run_alloc(se->run, (s.threads.count + 1) * sizeof *order);
        state_encode(se->m, &s, &key, order);
        retrace_step(se, &s, &path.data[i], order, trace);
        run_release(se->run, order);
    }
    state_clear(se->m, &s);
    vec_free(se->run, &key);
    vec_free(se->run, &path);
    CHECK(trace_is_well_formed(se->m->p, trace));
    const char *problem = interpreter_replay(se->in, trace); /* also fills in the changes */
    RUN_CHECK(se->run, problem == NULL || se->m->p->is_merged);
}

/* ---- entry points ---- */

typedef struct ConstantSearch {
    Interpreter *in;
    TermManager *tm;
} ConstantSearch;

static void collect_term_constant(void *arg, Term t)
{
    ConstantSearch *c = arg;
    if (!term_is_const(c->tm, t) || term_sort(c->tm, t).kind == SORT_BOOL) return;
    uint64_t value = term_value(c->tm, t);
    for (uint32_t i = 0; i < c->in->constants.count; i++)
        if (c->in->constants.data[i] == value) return;
    if (c->in->constants.count < 256) vec_push(c->in->machine.run, &c->in->constants, value);
}

Interpreter *interpreter_new(Program *p)
{
    Interpreter *in = run_alloc(p->run, sizeof *in);
    machine_init(&in->machine, p);
    ConstantSearch c = {in, p->tm};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        term_for_each_subterm(p->tm, e->guard, collect_term_constant, &c);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_subterm(p->tm, e->assigns[k].value, collect_term_constant, &c);
    }
    return in;
}

static InterpretResult search_full_states(Interpreter *in, Search *se)
{
    Run *run = in->machine.run;
    se->in = in;
    se->m = &in->machine;
    se->run = run;
    se->error.parent = NO_ID;
    intern_init(run, &se->states);
    CHECK(!se->m->values);
    se->m->values = value_arena_new(run);
    add_initial_states(se);
    for (uint32_t id = 0; id < se->states.count && se->error.parent == NO_ID; id++) {
        run_poll(run);
        if (se->states.count >= se->limit) break;
        explore_state(se, id);
        value_arena_clear(se->m->values); /* states are kept as words */
    }
    value_arena_free(se->m->values);
    se->m->values = NULL; /* a trace keeps its arrays */
    InterpretResult result = {.error_reachable = se->error.parent != NO_ID, .states = se->states.count};
    result.complete = se->complete && (result.error_reachable || se->states.count < se->limit);
    if (result.error_reachable) build_error_trace(se, &result.trace);
    intern_clear(&se->states);
    vec_free(run, &se->reached);
    return result;
}

InterpretResult interpreter_visit(Interpreter *in, uint32_t n, uint64_t state_limit,
                                  void (*visit)(void *arg, const State *state), void *arg)
{
    Search search = {.n = n, .limit = state_limit, .complete = true, .visit = visit, .visit_arg = arg};
    return search_full_states(in, &search);
}

InterpretResult interpreter_search(Interpreter *in, uint32_t n, uint64_t state_limit)
{
    return interpreter_visit(in, n, state_limit, NULL, NULL);
}
