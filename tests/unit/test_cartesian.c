/* The published abstractions: what they derive for the papers' example, that every concrete step has its abstract
 * counterpart before and after transition refinement, and that exported Boolean programs miss no error. */
#include <dirent.h>
#include <string.h>

#include "engines/mc.h"
#include "engines/symmpa/abstraction/cartesian.h"
#include "engines/symmpa/abstraction/transition.h"
#include "engines/symmpa/explore/counter.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/evaluate.h"
#include "plan/loop.h"
#include "program/boolprog/parse.h"
#include "program/boolprog/reference.h"
#include "program/interpreter.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

#define THREADS_MAX 3

/* ---- programs ---- */

static const char copying[] = "shared u2 s; local u2 l;\n"
                              "1: s = l;\n"
                              "2: assert s == l;\n";

/* Guards, local copies, two-variable conditions, a constant, arbitrary values, failure. */
static const char *const programs[] = {
    copying,
    "shared u2 s = 0; local u2 l;\n"
    "1: l = s;\n"
    "2: s = l + 1;\n"
    "3: assert s != l;\n"
    "4: goto 1;\n",
    "shared u2 s; shared u2 r = 0; local u2 l;\n"
    "1: assume s == l;\n"
    "2: r = r + 1;\n"
    "3: l = l + r;\n"
    "4: s = r;\n"
    "5: assert r != l;\n"
    "6: goto 1;\n",
    "shared u2 s = 1; local u2 l = 1;\n"
    "1: goto 2, 4;\n"
    "2: s = s + l;\n"
    "3: goto 5;\n"
    "4: l = 3;\n"
    "5: assume s < l;\n"
    "6: assert s != 2;\n"
    "7: goto 1;\n",
    "shared u2 s = 0; local u2 l = 0;\n"
    "1: if (s == 0) { s = 1; l = s; assert l == 1; s = 0; }\n"
    "2: goto 1;\n",
};
#define PROGRAMS (sizeof programs / sizeof *programs)

typedef struct Fixture {
    Run *run;
    Program *p;
    Predicates *predicates;
    Smt *smt;
    Cartesian *x;
    Oracle oracle;
    Machine m;
} Fixture;

static Program *parse_program(Run *run, const char *text)
{
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", text, strlen(text), false);
    return cartesian_split_errors(p);
}

static Term variable(Program *p, const char *name)
{
    for (uint32_t i = 0; i < p->vars.count; i++)
        if (strcmp(p->vars.data[i].name, name) == 0) return program_var_term(p, (VarId){i});
    return TERM_NONE;
}

/* The guards and their kin: v == w and v == 1 for all variables. */
static void add_all_predicates(Predicates *set)
{
    Program *p = set->p;
    for (uint32_t i = 0; i < p->vars.count; i++) {
        if (p->vars.data[i].class == VAR_INPUT) continue;
        Term v = program_var_term(p, (VarId){i});
        predicates_add(set, term_eq(p->tm, v, term_const(p->tm, p->vars.data[i].sort, 1)));
        for (uint32_t k = i + 1; k < p->vars.count; k++)
            if (p->vars.data[k].class != VAR_INPUT)
                predicates_add(set, term_eq(p->tm, v, program_var_term(p, (VarId){k})));
    }
}

static void fixture_init(Fixture *f, Run *run, const char *text, uint32_t cube, bool passive)
{
    memset(f, 0, sizeof *f);
    f->run = run;
    f->p = parse_program(run, text);
    f->predicates = predicates_new(f->p);
    f->smt = smt_new(f->p->tm);
    CartesianOptions options = {cube, false, passive, true};
    f->x = cartesian_new(f->p, f->predicates, f->smt, &options);
    machine_init(&f->m, f->p);
}

/* After the predicates are there. */
static void fixture_ready(Fixture *f)
{
    cartesian_refresh(f->x);
    f->oracle = cartesian_oracle(f->x);
}

/* ---- the example of the papers: s = l with the predicate s == l ---- */

/* Bit v of the result: may a passive thread's predicate be v after s = l, when before the active thread's was `active`
 * and its own `own`? The local parts are those of initial states, all of which are at the first statement. */
static unsigned values_after_copy(Fixture *f, bool active, bool own)
{
    const InitialState *initial;
    uint32_t count = f->oracle.initial(f->oracle.self, &initial), locals[2] = {NO_LOCAL, NO_LOCAL};
    CHECK_EQ_INT(count, 1);
    uint32_t shared = initial[0].shared;
    for (uint32_t i = 0; i < initial[0].threads[0].count; i++) {
        uint32_t local = initial[0].threads[0].locals[i];
        Bits bits = cartesian_local_bits(f->x, local);
        locals[bits_get(&bits, 0)] = local;
    }
    const Move *moves;
    count = f->oracle.moves(f->oracle.self, shared, locals[active], &moves);
    CHECK_EQ_INT(count, 1); /* the active thread's own copy becomes true */
    Move move = moves[0];
    Bits after = cartesian_local_bits(f->x, move.local);
    CHECK(bits_get(&after, 0));
    const uint32_t *replies;
    unsigned values = 0;
    count = f->oracle.passive(f->oracle.self, shared, locals[active], &move, locals[own], &replies);
    for (uint32_t i = 0; i < count; i++) {
        Bits bits = cartesian_local_bits(f->x, replies[i]);
        values |= 1u << bits_get(&bits, 0);
    }
    return values;
}

static void start_copying(Fixture *f, Run *run, uint32_t cube, bool passive)
{
    fixture_init(f, run, copying, cube, passive);
    predicates_add(f->predicates, term_eq(f->p->tm, variable(f->p, "s"), variable(f->p, "l")));
    fixture_ready(f);
}

enum { ONLY_FALSE = 1, ONLY_TRUE = 2, EITHER = 3 };

/* [b] = choose([b] & b, [b] ^ b), which is statement (2) of section 2 of paper 000. */
static void check_notify_all(Fixture *f)
{
    for (int active = 0; active < 2; active++)
        for (int own = 0; own < 2; own++) {
            unsigned wanted = active && own ? ONLY_TRUE : active != own ? ONLY_FALSE : EITHER;
            CHECK_EQ_INT(values_after_copy(f, active, own), wanted);
        }
}

static void in_c2(Run *run, void *arg)
{
    (void)arg;
    Fixture f;
    start_copying(&f, run, 2, true);
    check_notify_all(&f);
}

static void run_test(void (*body)(Run *run, void *arg), void *arg)
{
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, body, arg), STOP_NONE);
    CHECK_STR(run_reason(run), "");
    run_free(run);
}

TEST(c2_derives_the_notify_all_update_of_the_papers) { run_test(in_c2, NULL); }

/* Statement (1): cubes that cannot speak of two threads leave passive threads any value. */
static void in_weaker(Run *run, void *arg)
{
    const uint32_t *cube = arg;
    Fixture f;
    start_copying(&f, run, *cube, *cube < 2);
    for (int active = 0; active < 2; active++)
        for (int own = 0; own < 2; own++)
            CHECK_EQ_INT(values_after_copy(&f, active, own), EITHER);
}

TEST(shorter_cubes_leave_passive_threads_any_value)
{
    for (uint32_t cube = 0; cube < 2; cube++)
        run_test(in_weaker, &cube);
}

TEST(passive_off_leaves_passive_threads_any_value)
{
    uint32_t cube = 2;
    run_test(in_weaker, &cube);
}

/* c0: constants, copies and negations of tracked predicates are kept, all else becomes any value. */
static void in_c0(Run *run, void *arg)
{
    (void)arg;
    static const char text[] = "shared u2 s = 0; local bool a = false; local bool b = true; local u2 l = 0;\n"
                               "1: a = true, b = !a, l = l + 1;\n"
                               "2: assert a;\n";
    Fixture f;
    fixture_init(&f, run, text, 0, true);
    predicates_add(f.predicates, variable(f.p, "a"));
    predicates_add(f.predicates, variable(f.p, "b"));
    Term l = variable(f.p, "l");
    predicates_add(f.predicates, term_eq(f.p->tm, l, term_const(f.p->tm, term_sort(f.p->tm, l), 1)));
    fixture_ready(&f);
    const InitialState *initial;
    f.oracle.initial(f.oracle.self, &initial);
    const Move *moves;
    uint32_t count = f.oracle.moves(f.oracle.self, initial[0].shared, initial[0].threads[0].locals[0], &moves);
    CHECK_EQ_INT(count, 2);
    unsigned values = 0;
    for (uint32_t i = 0; i < count; i++) {
        Bits bits = cartesian_local_bits(f.x, moves[i].local);
        CHECK(bits_get(&bits, 0));
        CHECK(bits_get(&bits, 1));
        values |= 1u << bits_get(&bits, 2);
    }
    CHECK_EQ_INT(values, EITHER);
}

TEST(c0_keeps_constants_copies_and_negations) { run_test(in_c0, NULL); }

/* ---- every concrete step has its abstract counterpart ---- */

/* Concrete and abstract states side by side. */
typedef struct Pair {
    State state;
    uint32_t shared, locals[THREADS_MAX];
} Pair;

typedef struct Walk {
    Fixture *f;
    uint32_t n;
    Intern seen;
    VEC(Pair) pairs;
    uint32_t missing, steps;
} Walk;

typedef struct Look {
    Walk *w;
    const State *state;
    uint32_t thread;
} Look;

static Value value_in(void *arg, TermManager *tm, Term var)
{
    const Look *look = arg;
    Fixture *f = look->w->f;
    uint32_t v = term_symbol(tm, var);
    if (f->p->vars.data[v].class == VAR_SHARED) return look->state->shared[v];
    return look->state->threads.data[look->thread].locals[f->m.local_index[v]];
}

static bool holds(Walk *w, const State *s, uint32_t thread, uint32_t predicate)
{
    Look look = {w, s, thread};
    return term_evaluate(w->f->p->tm, w->f->predicates->all.data[predicate].term, value_in, &look, NULL).bits != 0;
}

static bool shared_fits(Walk *w, const State *s, uint32_t shared)
{
    Bits bits = cartesian_shared_bits(w->f->x, shared);
    for (uint32_t i = 0; i < w->f->predicates->shared.count; i++)
        if (bits_get(&bits, i) != holds(w, s, 0, w->f->predicates->shared.data[i])) return false;
    return true;
}

static bool local_fits(Walk *w, const State *s, uint32_t thread, uint32_t local)
{
    LocId loc = cartesian_location(w->f->x, local);
    if (loc.i != s->threads.data[thread].loc.i) return false;
    uint32_t t = w->f->p->locs.data[loc.i].template.i;
    Bits bits = cartesian_local_bits(w->f->x, local), tracked = cartesian_tracked(w->f->x, loc);
    for (uint32_t i = 0; i < w->f->predicates->local[t].count; i++)
        if (bits_get(&tracked, i) && bits_get(&bits, i) != holds(w, s, thread, w->f->predicates->local[t].data[i]))
            return false;
    return true;
}

static void push(Walk *w, const Pair *pair)
{
    Words key = {NULL, 0, 0};
    bool is_new;
    state_encode(&w->f->m, &pair->state, &key, NULL);
    intern_add(&w->seen, key.data, key.count, &is_new);
    vec_free(w->f->run, &key);
    if (!is_new) return;
    Pair copied = *pair;
    memset(&copied.state, 0, sizeof copied.state);
    state_copy(&w->f->m, &copied.state, &pair->state);
    vec_push(w->f->run, &w->pairs, copied);
}

/* Finds the abstract state that the pair's concrete one starts in. */
static void push_initial(Walk *w, Pair *pair)
{
    const InitialState *states;
    uint32_t count = w->f->oracle.initial(w->f->oracle.self, &states), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!shared_fits(w, &pair->state, states[i].shared)) continue;
        pair->shared = states[i].shared;
        found = 1;
        for (uint32_t t = 0; t < w->n; t++)
            for (uint32_t k = 0; k < states[i].threads[0].count; k++) {
                if (!local_fits(w, &pair->state, t, states[i].threads[0].locals[k])) continue;
                pair->locals[t] = states[i].threads[0].locals[k];
                found++;
                break;
            }
        break;
    }
    if (found != w->n + 1)
        w->missing++;
    else
        push(w, pair);
}

/* All arbitrary initial values, variable by variable; thread n stands for the shared ones. */
static void enumerate_initial(Walk *w, Pair *pair, uint32_t thread, uint32_t at)
{
    Program *p = w->f->p;
    const Template *t = &p->templates.data[0];
    uint32_t count = thread == w->n ? p->vars.count : t->locals.count;
    if (at == count) {
        if (thread == 0)
            push_initial(w, pair);
        else
            enumerate_initial(w, pair, thread - 1, 0);
        return;
    }
    const Var *v = &p->vars.data[thread == w->n ? at : t->locals.data[at]];
    if ((thread == w->n && v->class != VAR_SHARED) || term_is(v->init)) {
        enumerate_initial(w, pair, thread, at + 1);
        return;
    }
    Value *value = thread == w->n ? &pair->state.shared[at] : &pair->state.threads.data[thread].locals[at];
    for (uint64_t i = 0; i < (v->sort.kind == SORT_BOOL ? 2u : 1u << v->sort.width); i++) {
        value->bits = i;
        enumerate_initial(w, pair, thread, at + 1);
    }
}

/* The abstract successor for the concrete one; false: there is none. */
static bool follow(Walk *w, const Pair *from, uint32_t thread, EdgeId edge, Pair *to)
{
    Oracle *o = &w->f->oracle;
    const Move *moves;
    uint32_t count = o->moves(o->self, from->shared, from->locals[thread], &moves), i = 0;
    for (; i < count; i++)
        if (moves[i].edge == edge.i && shared_fits(w, &to->state, moves[i].shared) &&
            (moves[i].error || local_fits(w, &to->state, thread, moves[i].local)))
            break;
    if (i == count) return false;
    Move move = moves[i];
    to->shared = move.shared;
    for (uint32_t t = 0; t < w->n; t++) {
        to->locals[t] = t == thread ? move.local : from->locals[t];
        if (t == thread || !move.broadcast) continue;
        const uint32_t *replies;
        uint32_t answers = o->passive(o->self, from->shared, from->locals[thread], &move, from->locals[t], &replies);
        uint32_t k = 0;
        while (k < answers && !local_fits(w, &to->state, t, replies[k]))
            k++;
        if (k == answers) return false;
        to->locals[t] = replies[k];
    }
    return true;
}

static void take_steps(Walk *w, const Pair *from, uint32_t thread, EdgeId edge)
{
    uint32_t count = machine_input_count(&w->f->m, edge), bits = 0;
    Value inputs[8] = {{0}};
    for (uint32_t i = 0; i < count; i++)
        bits += term_sort(w->f->p->tm, machine_input(&w->f->m, edge, i)).width;
    REQUIRE(count <= 8 && bits <= 8);
    for (uint32_t choice = 0; choice < 1u << bits; choice++) {
        uint32_t rest = choice;
        for (uint32_t i = 0; i < count; i++) {
            unsigned width = term_sort(w->f->p->tm, machine_input(&w->f->m, edge, i)).width;
            inputs[i].bits = rest & ((1u << width) - 1);
            rest >>= width;
        }
        Pair to = *from;
        MachineStep step = {thread, edge, inputs, true};
        memset(&to.state, 0, sizeof to.state);
        state_copy(&w->f->m, &to.state, &from->state);
        if (state_step(&w->f->m, &to.state, &step) == STEP_DONE) {
            w->steps++;
            bool followed = follow(w, from, thread, edge, &to);
            w->missing += !followed;
            if (followed && !w->f->p->edges.data[edge.i].is_error) push(w, &to); /* nothing counts after a failure */
        }
        state_clear(&w->f->m, &to.state);
    }
}

/* How many concrete steps of n threads have no abstract counterpart. */
static uint32_t missing_steps(Fixture *f, uint32_t n)
{
    Walk walk = {.f = f, .n = n}, *w = &walk;
    intern_init(f->run, &w->seen);
    Pair start;
    memset(&start, 0, sizeof start);
    state_start(&f->m, &start.state);
    for (uint32_t t = 0; t < n; t++)
        state_add_thread(&f->m, &start.state, (TemplateId){0});
    enumerate_initial(w, &start, n, 0);
    CHECK(w->pairs.count > 0);
    for (uint32_t i = 0; i < w->pairs.count; i++)
        for (uint32_t t = 0; t < n; t++) {
            Pair from = w->pairs.data[i];
            LocId loc = from.state.threads.data[t].loc;
            for (uint32_t k = f->p->out_start[loc.i]; k < f->p->out_start[loc.i + 1]; k++)
                take_steps(w, &from, t, (EdgeId){f->p->out_edges[k]});
        }
    CHECK(w->steps > 0);
    return w->missing;
}

/* Transition refinement alone, with the predicates there are, until it finds nothing more. Returns the number of
 * constraints. */
static uint32_t refine_fully(Fixture *f, uint32_t n, bool passive)
{
    uint32_t total = 0;
    for (;;) {
        AbstractTrace trace;
        uint64_t states;
        if (counter_explore(f->run, &f->oracle, n, 100000, &trace, &states, NULL) != EXPLORE_ERROR) return total;
        uint32_t added = transition_refine(f->x, f->p, f->predicates, f->smt, &trace, passive);
        fixture_ready(f);
        if (!added) return total;
        total += added;
    }
}

typedef struct Coverage {
    const char *text;
    uint32_t cube;
    bool passive;
    uint32_t constraints;
} Coverage;

static void cover(Run *run, void *arg)
{
    Coverage *c = arg;
    Fixture f;
    fixture_init(&f, run, c->text, c->cube, c->passive);
    add_all_predicates(f.predicates);
    fixture_ready(&f);
    CHECK_EQ_INT(missing_steps(&f, 2), 0);
    c->constraints += refine_fully(&f, 2, c->passive);
    CHECK_EQ_INT(missing_steps(&f, 2), 0);
    CHECK_EQ_INT(missing_steps(&f, 3), 0);
}

static uint32_t cover_all(bool passive)
{
    uint32_t constraints = 0;
    for (size_t i = 0; i < PROGRAMS; i++)
        for (uint32_t cube = 0; cube < 3; cube++) {
            Coverage c = {programs[i], cube, passive, 0};
            run_test(cover, &c);
            constraints += c.constraints;
        }
    return constraints;
}

TEST(every_concrete_step_has_an_abstract_one_and_keeps_it) { CHECK(cover_all(true) > 0); }
TEST(also_without_a_look_at_passive_threads) { CHECK(cover_all(false) > 0); }

/* ---- transition refinement blocks what is spurious, and nothing else ---- */

/* Refining every trace that ends with a spurious reply must turn statement (1) into statement (2). */
static void in_refinement(Run *run, void *arg)
{
    (void)arg;
    for (uint32_t cube = 0; cube < 2; cube++) {
        Fixture f;
        start_copying(&f, run, cube, true);
        for (int active = 0; active < 2; active++)
            for (int own = 0; own < 2; own++)
                CHECK_EQ_INT(values_after_copy(&f, active, own), EITHER);
        /* One step from each abstract initial state: the trace "s = l, then fail" with two threads. */
        for (uint32_t round = 0; round < 8; round++) {
            const InitialState *initial;
            f.oracle.initial(f.oracle.self, &initial);
            uint32_t by_value[2], shared = initial[0].shared;
            for (uint32_t i = 0; i < 2; i++) {
                Bits bits = cartesian_local_bits(f.x, initial[0].threads[0].locals[i]);
                by_value[bits_get(&bits, 0)] = initial[0].threads[0].locals[i];
            }
            bool active = round & 1, own = round & 2, after = round & 4;
            const Move *moves;
            f.oracle.moves(f.oracle.self, shared, by_value[active], &moves);
            Move move = moves[0];
            const uint32_t *replies;
            uint32_t count = f.oracle.passive(f.oracle.self, shared, by_value[active], &move, by_value[own], &replies);
            for (uint32_t i = 0; i < count; i++) {
                Bits bits = cartesian_local_bits(f.x, replies[i]);
                if (bits_get(&bits, 0) != after) continue;
                AbstractTrace trace;
                memset(&trace, 0, sizeof trace);
                trace.initial_threads = 2;
                vec_push(run, &trace.steps, ((AbstractStep){0, move.edge, NO_LOCAL}));
                vec_push(run, &trace.steps, ((AbstractStep){0, move.edge, NO_LOCAL}));
                uint32_t words[] = {shared, 2, by_value[active], by_value[own], move.shared, 2, move.local, replies[i]};
                for (size_t k = 0; k < sizeof words / sizeof *words; k++)
                    vec_push(run, &trace.states, words[k]);
                uint32_t added = transition_refine(f.x, f.p, f.predicates, f.smt, &trace, true);
                bool spurious = active && own ? !after : active != own && after;
                CHECK_EQ_INT(added, spurious);
                vec_free(run, &trace.steps);
                vec_free(run, &trace.states);
                break;
            }
            fixture_ready(&f);
        }
        check_notify_all(&f);
    }
}

TEST(refinement_blocks_exactly_the_spurious_transitions) { run_test(in_refinement, NULL); }

/* ---- passive off: weaker, as above, but sound ---- */

typedef struct Verdicts {
    const char *text;
    bool passive;
    uint32_t threads;
    VerdictKind kind;
    bool fails, complete;
} Verdicts;

static void decide(Run *run, void *arg)
{
    Verdicts *v = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", v->text, strlen(v->text), false);
    InterpretResult truth = interpreter_search(interpreter_new(p), v->threads, 100000);
    v->fails = truth.error_reachable;
    v->complete = truth.complete;
    EngineOptions options;
    engine_options_init(&options);
    options.abstraction.cube = 1;
    options.abstraction.passive = v->passive;
    options.certificate = false;
    options.threads = v->threads;
    Verdict verdict;
    plan_run(&(Question){.program = p, .property = "unreach-call", .options = &options}, &verdict);
    v->kind = verdict.kind;
}

TEST(passive_off_is_sound)
{
    for (size_t i = 0; i < PROGRAMS; i++)
        for (uint32_t n = 1; n < 3; n++) {
            Verdicts off = {.text = programs[i], .threads = n};
            run_test(decide, &off);
            CHECK(off.complete);
            CHECK(off.kind != VERDICT_TRUE || !off.fails);
            CHECK(off.kind != VERDICT_FALSE || off.fails);
        }
}

/* ---- the exported Boolean program ---- */

typedef struct Exported {
    const char *text;
    uint32_t abstraction, threads, iterations;
    bool exported, fails, found;
} Exported;

static void export_program(Run *run, void *arg)
{
    Exported *e = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", e->text, strlen(e->text), false);
    e->fails = interpreter_search(interpreter_new(p), e->threads, 100000).error_reachable;
    EngineOptions options;
    engine_options_init(&options);
    options.abstraction.cube = e->abstraction;
    options.abstraction.mask = options.certificate = false;
    options.print_boolprog = true;
    options.threads = e->threads;
    options.iteration_limit = e->iterations;
    Verdict verdict;
    plan_run(&(Question){.program = p, .property = "unreach-call", .options = &options}, &verdict);
    e->exported = verdict.boolprog != NULL;
    if (!verdict.boolprog) return;
    BoolProgram *b = boolprog_parse(run, "test.bbp", verdict.boolprog, strlen(verdict.boolprog));
    McOptions mc = {MC_COUNTER, e->threads};
    Verdict answer;
    McVerdict result;
    mc_check(b, &mc, &answer, &result);
    e->found = answer.kind == VERDICT_FALSE;
    ReferenceResult reference = {.reached = run_alloc(run, b->statements.count + 2)};
    if (!reference_reach(b, e->threads, 20000, &reference)) return;
    bool reached = reference.reached[0];
    for (uint32_t i = 0; i < b->errors.count; i++)
        reached |= reference.reached[b->errors.data[i]];
    CHECK_EQ_INT(e->found, reached);
}

typedef struct ExportTotals {
    uint32_t exported, failing, spared;
} ExportTotals;

/* Also of abstractions that are far from done: after few iterations. */
static void check_exports(const char *text, ExportTotals *totals)
{
    static const uint32_t limits[] = {1, 2, 3, 12};
    for (uint32_t n = 1; n <= 3; n++)
        for (uint32_t k = 0; k < 3 * 4; k++) {
            Exported e = {.text = text, .abstraction = k % 3, .threads = n, .iterations = limits[k / 3]};
            run_test(export_program, &e);
            totals->exported += e.exported;
            totals->failing += e.exported && e.fails;
            totals->spared += e.exported && !e.found;
            CHECK(!e.fails || !e.exported || e.found);
            if (e.fails && e.exported && !e.found) printf("# c%u n = %u: %s\n", k % 3, n, e.text);
        }
}

SLOW_TEST(exported_programs_miss_no_error)
{
    ExportTotals totals = {0, 0, 0};
    for (size_t i = 0; i < PROGRAMS; i++)
        check_exports(programs[i], &totals);
    CHECK(totals.exported > 0);
    CHECK(totals.failing > 0);
    CHECK(totals.spared > 0);
}

/* Random programs that something was wrong about once; those with several templates have no Boolean program. */
SLOW_TEST(exported_programs_of_the_corpus_miss_no_error)
{
    static const char folder[] = CHORUS_TESTS_DIR "/agreement/corpus";
    ExportTotals totals = {0, 0, 0};
    DIR *dir = opendir(folder);
    REQUIRE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[4096], text[16384];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = strstr(path, ".scpl") ? fopen(path, "r") : NULL;
        if (!file) continue;
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        check_exports(text, &totals);
    }
    closedir(dir);
    CHECK(totals.exported > 0);
}

TAP_MAIN();
