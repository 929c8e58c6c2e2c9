/* Steps are called independent exactly when in every state, with every input, neither stops the other, what another
 * thread may do does not make possible what one may do now, and both orders come to the same state. All pairs of many
 * kinds of steps, against an evaluation of the states. */
#include <stdio.h>

#include "kernel/kinds/concrete/independent.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/scpl/parse.h"
#include "tap.h"

/* Both threads run this template. */
static const char program[] = "input u2 n;\nshared u2 a = 0, b = 0; shared bool f = false, l = false, k = false;\n"
                              "shared u2[u1] v = 0;\n"
                              "automaton main * {\n  local u2 t = 0;\n  local u1 i = 0;\n"
                              "  location 0; location 1; location 2 `error`; entry 0;\n"
                              "  edge 0 -> 1 do a = a + 1;\n"
                              "  edge 0 -> 1 do a = a - 1;\n"
                              "  edge 0 -> 1 do a = a + t;\n"
                              "  edge 0 -> 1 do a = a ^ 1;\n"
                              "  edge 0 -> 1 do a = a * 2;\n"
                              "  edge 0 -> 1 do a = t;\n"
                              "  edge 0 -> 1 do a = 1;\n"
                              "  edge 0 -> 1 do a = n;\n"
                              "  edge 0 -> 1 do a = b;\n"
                              "  edge 0 -> 1 do b = a;\n"
                              "  edge 0 -> 1 do a = b, b = a;\n"
                              "  edge 0 -> 1 do b = b | 1;\n"
                              "  edge 0 -> 1 do t = a;\n"
                              "  edge 0 -> 1 do t = a & 2;\n"
                              "  edge 0 -> 1 do t = n;\n"
                              "  edge 0 -> 1 when a == 0 do a = 1;\n"
                              "  edge 0 -> 1 when a == 0;\n"
                              "  edge 0 -> 1 when a != 0;\n"
                              "  edge 0 -> 1 when a == t;\n"
                              "  edge 0 -> 1 when a == n do t = n;\n"
                              "  edge 0 -> 1 when a < 2 do a = a + 1;\n"
                              "  edge 0 -> 1 when a > 1 do a = a - 1;\n"
                              "  edge 0 -> 1 when f do a = 0;\n"
                              "  edge 0 -> 1 when f do a = 0, f = false;\n"
                              "  edge 0 -> 1 do f = true;\n"
                              "  edge 0 -> 1 do f = !f;\n"
                              "  edge 0 -> 1 do f = a == 2;\n"
                              "  edge 0 -> 1 when !l do l = true;\n"
                              "  edge 0 -> 1 do l = false;\n"
                              "  edge 0 -> 1 when !l do l = true, a = a + 1;\n"
                              "  edge 0 -> 1 when !k do k = true, t = a;\n"
                              "  edge 0 -> 1 do v = store(v, 0, a);\n"
                              "  edge 0 -> 1 do v = store(v, 0, 1);\n"
                              "  edge 0 -> 1 do v = store(v, 1, 2);\n"
                              "  edge 0 -> 1 do v = store(v, i, 1);\n"
                              "  edge 0 -> 1 do v = store(v, i, v[i] + 1);\n"
                              "  edge 0 -> 1 do t = v[i];\n"
                              "  edge 0 -> 1 do t = v[0];\n"
                              "  edge 0 -> 1 when v[1] == 2 do a = v[0];\n"
                              "  edge 0 -> 1 do t = 1, i = 0;\n"
                              "  edge 0 -> 1 when t == 1 && a == 1 do a = 2, b = 1;\n"
                              "  edge 0 -> 1 when a == t || a == 1;\n"
                              "  edge 0 -> 1 when a == 1 do a = t;\n"
                              "  edge 0 -> 1 when a == n || a == 1;\n"
                              "  edge 0 -> 1 when a == 1 do a = n;\n"
                              "  edge 0 -> 1 do a = a + 1, t = 1;\n"
                              "  edge 0 -> 1 do a = a - 1, t = 2;\n"
                              "  edge 0 -> 2 when a == 0 error;\n"
                              "  edge 0 -> 2 when a == 1 error;\n"
                              "  edge 0 -> 1 when a == 1;\n"
                              "  edge 0 -> 2 when a == 3 error;\n"
                              "  edge 0 -> 2 when f && t == 2 error;\n"
                              "}\n";

/* Inputs are told apart by the second thread's having other ones. */
typedef struct State {
    uint64_t a, b, f, l, k, v[2], t[2], i[2], n[2];
} State;

typedef struct Case {
    Program *p;
    Checker k;
    Independence *in;
    uint32_t words;
    VEC(PathLetter) letters;
    VEC(uint32_t) ids;
    uint32_t independent, asked;
} Case;

/* ---- letters ---- */

typedef struct Collect {
    const Program *p;
    uint64_t *set;
} Collect;

static void collect(void *arg, Term var)
{
    Collect *c = arg;
    uint32_t v = term_symbol(c->p->tm, var);
    if (c->p->vars.data[v].class == VAR_SHARED) c->set[v / 64] |= UINT64_C(1) << v % 64;
}

/* Of a constant to a shared variable. */
static bool is_addition(Program *p, const Assign *a)
{
    Term var = program_var_term(p, a->var);
    if (p->vars.data[a->var.i].class != VAR_SHARED || term_kind(p->tm, a->value) != TERM_ADD) return false;
    Term first = term_arg(p->tm, a->value, 0), second = term_arg(p->tm, a->value, 1);
    return (term_same(first, var) && term_is_const(p->tm, second)) ||
           (term_same(second, var) && term_is_const(p->tm, first));
}

static PathLetter letter_of(Case *c, const Edge *e)
{
    PathLetter letter = {.guard = e->guard, .assigns = e->assigns, .assign_count = e->assign_count};
    letter.is_error = e->is_error;
    letter.is_whole = true;
    letter.lock.i = NO_ID;
    letter.reads = run_alloc(c->p->run, c->words * sizeof(uint64_t));
    letter.writes = run_alloc(c->p->run, c->words * sizeof(uint64_t));
    letter.adds = run_alloc(c->p->run, c->words * sizeof(uint64_t));
    Collect reads = {c->p, letter.reads};
    term_for_each_var(c->p->tm, e->guard, collect, &reads);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (!is_addition(c->p, &e->assigns[i])) term_for_each_var(c->p->tm, e->assigns[i].value, collect, &reads);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        uint64_t bit = UINT64_C(1) << v % 64;
        if (c->p->vars.data[v].class == VAR_SHARED) letter.writes[v / 64] |= bit;
        if (!is_addition(c->p, &e->assigns[i])) continue;
        letter.adds[v / 64] |= bit & ~letter.reads[v / 64];
        letter.reads[v / 64] |= bit;
    }
    return letter;
}

/* ---- what letters do ---- */

typedef struct Env {
    const Case *c;
    const State *s;
    int thread;
} Env;

static uint64_t *place(const Case *c, State *s, uint32_t v, int thread)
{
    switch (c->p->vars.data[v].name[0]) {
    case 'a': return &s->a;
    case 'b': return &s->b;
    case 'f': return &s->f;
    case 'l': return &s->l;
    case 'k': return &s->k;
    case 't': return &s->t[thread];
    case 'i': return &s->i[thread];
    default: return &s->n[thread];
    }
}

static ArrayEntry entries[2];

static Value look(void *arg, TermManager *tm, Term var)
{
    const Env *env = arg;
    State s = *env->s;
    uint32_t v = term_symbol(tm, var);
    if (env->c->p->vars.data[v].name[0] != 'v') return (Value){.bits = *place(env->c, &s, v, env->thread)};
    Value value = {.bits = 0, .entries = entries};
    for (unsigned i = 0; i < 2; i++)
        if (s.v[i]) entries[value.count++] = (ArrayEntry){i, s.v[i]};
    return value;
}

static bool can(const Case *c, const PathLetter *letter, const State *s, int thread)
{
    Env env = {c, s, thread};
    return term_evaluate(c->p->tm, letter->guard, look, &env, NULL).bits != 0;
}

static State after(const Case *c, const PathLetter *letter, const State *s, int thread)
{
    Env env = {c, s, thread};
    State next = *s;
    for (uint32_t i = 0; i < letter->assign_count; i++) {
        Value value = term_evaluate(c->p->tm, letter->assigns[i].value, look, &env, NULL);
        uint32_t v = letter->assigns[i].var.i;
        if (c->p->vars.data[v].name[0] == 'v') {
            next.v[0] = value_select(&value, 0);
            next.v[1] = value_select(&value, 1);
        } else {
            *place(c, &next, v, thread) = value.bits;
        }
    }
    return next;
}

/* One of all states, with inputs of both threads. */
static State state_of(uint32_t number)
{
    State s = {0};
    uint64_t *const values[] = {&s.a, &s.t[0], &s.t[1], &s.n[0], &s.n[1], &s.i[0], &s.i[1], &s.f, &s.l};
    static const uint32_t sizes[] = {4, 4, 4, 4, 4, 2, 2, 2, 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *values[i] = number % sizes[i];
        number /= sizes[i];
    }
    s.b = (s.a + s.n[0] + 1) & 3; /* of the rest, some */
    s.k = s.f ^ s.l;
    s.v[0] = s.t[1] ^ s.a;
    s.v[1] = 2 ^ s.n[1];
    return s;
}

#define STATES (1024u * 16u)

static bool same(const State *x, const State *y)
{
    bool is_same = x->a == y->a && x->b == y->b && x->f == y->f && x->l == y->l && x->k == y->k;
    for (int i = 0; i < 2; i++)
        is_same &= x->v[i] == y->v[i] && x->t[i] == y->t[i] && x->i[i] == y->i[i];
    return is_same;
}

/* Whether in the state the order of a, of the first thread, and b, of the second, makes a difference. */
static bool matters(const Case *c, const PathLetter *a, const PathLetter *b, const State *s)
{
    bool can_a = can(c, a, s, 0);
    if (!can(c, b, s, 1)) return false;
    State b_first = after(c, b, s, 1);
    if (!can_a) return !b->is_error && can(c, a, &b_first, 0);
    State a_first = after(c, a, s, 0);
    if (!a->is_error && !can(c, b, &a_first, 1)) return true;
    if (a->is_error || b->is_error) return false;
    if (!can(c, a, &b_first, 0)) return true;
    State ab = after(c, b, &a_first, 1), ba = after(c, a, &b_first, 0);
    return !same(&ab, &ba);
}

static bool depend(const Case *c, const PathLetter *a, const PathLetter *b)
{
    for (uint32_t i = 0; i < STATES; i += 1 + i % 13) {
        State s = state_of(i);
        if (matters(c, a, b, &s)) return true;
    }
    return false;
}

/* ---- all pairs ---- */

static void begin(Run *run, Case *c)
{
    c->p = scpl_parse(run, term_manager_new(run), "test.scpl", program, strlen(program), false);
    c->words = c->p->vars.count / 64 + 1;
    c->k = (Checker){.p = c->p, .run = run, .tm = c->p->tm, .smt = smt_new(c->p->tm)};
    c->in = independence_new(&c->k, c->words);
    for (uint32_t e = 0; e < c->p->edges.count; e++) {
        PathLetter letter = letter_of(c, &c->p->edges.data[e]);
        vec_push(run, &c->letters, letter);
        vec_push(run, &c->ids, independence_letter(c->in, &letter));
    }
}

static void describe(const Case *c, const char *what, uint32_t first, uint32_t second)
{
    const char *line = program;
    for (int i = 0; i < 2; i++) {
        uint32_t wanted = i ? second : first;
        const char *edge = strstr(line, "  edge");
        for (uint32_t k = 0; k < wanted; k++)
            edge = strstr(edge + 1, "  edge");
        printf("# %s: %.*s\n", what, (int)strcspn(edge, "\n"), edge);
    }
    CHECK(c->letters.count > 0);
}

static void compare_all(Run *run, void *arg)
{
    Case *c = arg;
    begin(run, c);
    for (uint32_t i = 0; i < c->letters.count; i++)
        for (uint32_t k = 0; k < c->letters.count; k++) {
            bool are = are_independent(c->in, c->ids.data[i], c->ids.data[k]);
            bool depends = depend(c, &c->letters.data[i], &c->letters.data[k]);
            c->asked++;
            c->independent += are;
            if (are == depends) describe(c, depends ? "not independent" : "independent", i, k);
            CHECK_EQ_INT(are, !depends);
        }
    independence_clear(c->in);
}

SLOW_TEST(orders_of_independent_steps_make_no_difference)
{
    Run *run = run_new();
    Case c = {0};
    CHECK_EQ_INT(run_guard(run, compare_all, &c), STOP_NONE);
    printf("# %u of %u pairs are independent\n", c.independent, c.asked);
    CHECK(c.independent > 900); /* else little would be tested */
    run_free(run);
}

/* ---- what is not looked at as a step ---- */

typedef struct Change {
    bool starts, is_part, is_entry;
    uint32_t lock; /* 0: none */
} Change;

static uint32_t changed(Case *c, uint32_t i, const Change *change)
{
    PathLetter letter = c->letters.data[i];
    letter.starts = change->starts;
    letter.is_whole = !change->is_part;
    letter.is_entry = change->is_entry;
    letter.lock.i = change->lock ? change->lock - 1 : NO_ID;
    return independence_letter(c->in, &letter);
}

/* Steps that commute, but touch the same variable: a + t and a - 1; two that do not, a = a * 2 and a = 1, of which the
 * one lock is enough where it is only said that there is a section; and two that touch nothing of each other. */
static void compare_changed(Run *run, void *arg)
{
    Case *c = arg;
    static const Change plain = {0}, starts = {.starts = true}, part = {.is_part = true}, locked = {.lock = 4},
                        other = {.lock = 5}, entry = {.is_entry = true, .lock = 4},
                        other_entry = {.is_entry = true, .lock = 5};
    begin(run, c);
    enum { INCREASE = 2, DECREASE = 1, DOUBLE = 4, SET_A = 6, SET_B = 11 };
    static const struct {
        const Change *a, *b;
        bool are;
    } rows[] = {
        {&plain, &plain, true},   {&starts, &plain, false}, {&plain, &starts, false},      {&part, &plain, false},
        {&plain, &part, false},   {&locked, &plain, false}, {&plain, &locked, false},      {&locked, &other, false},
        {&locked, &locked, true}, {&entry, &plain, false},  {&plain, &entry, false},       {&entry, &locked, true},
        {&locked, &entry, true},  {&entry, &other, false},  {&other_entry, &entry, false}, {&other, &other, true}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        bool touch = are_independent(c->in, changed(c, INCREASE, rows[r].a), changed(c, DECREASE, rows[r].b));
        bool apart = are_independent(c->in, changed(c, INCREASE, rows[r].a), changed(c, SET_B, rows[r].b));
        bool other_order = are_independent(c->in, changed(c, DOUBLE, rows[r].a), changed(c, SET_A, rows[r].b));
        bool by_lock = rows[r].are && (rows[r].a->is_entry || rows[r].b->is_entry);
        if (touch != rows[r].are || !apart) printf("# row %u\n", (unsigned)r);
        CHECK_EQ_INT(other_order, by_lock);
        CHECK_EQ_INT(touch, rows[r].are);
        CHECK(apart);
    }
    SectionClash clash = {{NO_ID}, NULL};
    CHECK(sections_allow(c->in, changed(c, INCREASE, &plain), changed(c, DECREASE, &plain), &clash));
    CHECK(!sections_allow(c->in, changed(c, INCREASE, &plain), changed(c, DECREASE, &locked), &clash));
    CHECK_EQ_INT(clash.lock.i, 3);
    CHECK(clash.common && clash.common[0]); /* what both touch */
    CHECK(!sections_allow(c->in, changed(c, INCREASE, &other), changed(c, DECREASE, &locked), &clash));
    CHECK(sections_allow(c->in, changed(c, INCREASE, &locked), changed(c, DECREASE, &plain), &clash));
    CHECK(sections_allow(c->in, changed(c, INCREASE, &locked), changed(c, DECREASE, &locked), &clash));
    CHECK(sections_allow(c->in, changed(c, INCREASE, &plain), changed(c, SET_B, &locked), &clash));
    independence_clear(c->in);
}

TEST(what_is_no_whole_step_is_independent_only_of_what_it_does_not_touch)
{
    Run *run = run_new();
    Case c = {0};
    CHECK_EQ_INT(run_guard(run, compare_changed, &c), STOP_NONE);
    run_free(run);
}

/* ---- what the solver does not know ---- */

static void compare_unknown(Run *run, void *arg)
{
    Case *c = arg;
    begin(run, c);
    for (uint32_t i = 0; i < c->letters.count; i++)
        for (uint32_t k = 0; k < c->letters.count; k++) {
            uint64_t before = smt_stats(c->k.smt).checks;
            bool are = are_independent(c->in, c->ids.data[i], c->ids.data[k]);
            if (!are || smt_stats(c->k.smt).checks == before) continue;
            Independence *again = independence_new(&c->k, c->words);
            uint32_t a = independence_letter(again, &c->letters.data[i]),
                     b = independence_letter(again, &c->letters.data[k]);
            smt_fail_at(c->k.smt, 1);
            CHECK(!are_independent(again, a, b));
            smt_fail_at(c->k.smt, 0);
            c->asked++;
            independence_clear(again);
        }
    independence_clear(c->in);
}

TEST(what_is_not_known_is_not_independent)
{
    Run *run = run_new();
    Case c = {0};
    CHECK_EQ_INT(run_guard(run, compare_unknown, &c), STOP_NONE);
    CHECK(c.asked > 0);
    run_free(run);
}

/* ---- sets ---- */

/* What only one of the two reads or writes, or both only add to, in any word of the sets. */
static void compare_sets(Run *run, void *arg)
{
    Case *c = arg;
    begin(run, c);
    Independence *in = independence_new(&c->k, 2);
    for (unsigned kinds = 0; kinds < 64; kinds++)
        for (unsigned word = 0; word < 2; word++) {
            /* The letters are no whole steps, so that only the sets count. They are kept, as letters are. */
            uint64_t *sets = run_alloc(run, 12 * sizeof *sets);
            for (unsigned i = 0; i < 6; i++)
                sets[2 * i + word] = kinds >> i & 1 ? UINT64_C(1) << (word ? 40 : 3) : 0;
            PathLetter a = {.guard = term_bool(c->p->tm, true), .lock = {NO_ID}};
            PathLetter b = a;
            a.reads = sets, a.writes = sets + 2, b.reads = sets + 4, b.writes = sets + 6;
            a.adds = sets + 8, b.adds = sets + 10;
            bool a_reads = kinds & 1, a_writes = kinds & 2, b_reads = kinds & 4, b_writes = kinds & 8;
            bool both_add = (kinds & 16) && (kinds & 32);
            bool are = both_add || (!(a_writes && (b_reads || b_writes)) && !(b_writes && a_reads));
            CHECK_EQ_INT(are_independent(in, independence_letter(in, &a), independence_letter(in, &b)), are);
        }
    independence_clear(in);
    independence_clear(c->in);
}

TEST(letters_are_apart_that_share_no_written_variable)
{
    Run *run = run_new();
    Case c = {0};
    CHECK_EQ_INT(run_guard(run, compare_sets, &c), STOP_NONE);
    run_free(run);
}

TAP_MAIN();
