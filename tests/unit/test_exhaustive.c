/* The search of all states, and the replay, find an error exactly where the interpreter does, on random programs of a
 * few threads with locks, flags that threads wait for, counters and atomic sections. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/str.h"
#include "engines/concrete/search.h"
#include "kernel/replay/replay.h"
#include "program/analysis/merge.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

#define LIMIT 60000
#define PROGRAMS (tap_is_thorough() ? 600 : 200)

typedef struct Case {
    Rng rng;
    Str text;
    const char *given; /* NULL: a random program */
    const char *problem;
    uint32_t states;
    bool fails, is_known, grows, speaks_of_growth, has_array;
    ReplayResult replay;
} Case;

typedef struct Counts {
    uint32_t failing, safe, growing; /* the last: safe, and variables grow */
    uint32_t replayed;               /* the replay knows the answer */
} Counts;

static uint32_t below(Case *c, uint32_t n) { return rng_below(&c->rng, n); }

static const char *one_of(Case *c, const char *const *list, uint32_t count) { return list[below(c, count)]; }
#define ONE_OF(c, ...)                                                                                                 \
    one_of((c), (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void add_step(Case *c, uint32_t from, uint32_t to, const char *step)
{
    str_addf(&c->text, "  edge %u -> %u %s;\n", from, to, step);
}

/* c and d mostly grow, sometimes beyond half of their range; often there are two ways. */
static void add_growth(Case *c, uint32_t from, uint32_t to)
{
    static const char *const values[] = {"c + d", "d + c", "c + 1", "d + 1", "1",    "3",
                                         "4",     "7",     "c + c", "9 - c", "6 - d"};
    uint32_t ways = below(c, 3) ? 1 : 2;
    const char *of = ONE_OF(c, "c", "d"), *also = ONE_OF(c, "", "", "f", "g"),
               *when = ONE_OF(c, "", "", "when f ", "when g ");
    for (uint32_t i = 0; i < ways; i++)
        str_addf(&c->text, "  edge %u -> %u %sdo %s%s%s = %s%s;\n", from, to, when, of, *also ? ", " : "", also,
                 one_of(c, values, sizeof values / sizeof *values), *also ? ", true" : "");
    if (!below(c, 6))
        add_step(c, from, to,
                 ONE_OF(c, "do q = c == 1 ? (u2)1 : (u2)2", "do d = f ? c : d", "when c == 1 do f = true"));
}

/* What leads on, and an error where it does not. */
static void add_guard(Case *c, uint32_t from, uint32_t to, uint32_t error)
{
    add_step(c, from, to, ONE_OF(c, "when c < 4 && d < 4", "when c < 5 do f = true", "when d + c < 6"));
    add_step(c, from, error, ONE_OF(c, "when !(c < 4 && d < 4) error", "when c >= 5 error", "when d >= 3 error"));
}

/* Of an array of two elements that main makes arbitrary; those of `v` are 0. */
static void add_element(Case *c, uint32_t from, uint32_t to)
{
    switch (below(c, 4)) {
    case 0:
        add_step(c, from, to,
                 ONE_OF(c, "do w = store(w, 0, 1)", "do w = store(w, 1, a)", "do w = store(w, 1, t)",
                        "do w = store(w, f ? (u1)1 : (u1)0, 2)", "do w = store(store(w, 0, 2), 1, t)"));
        break;
    case 1:
        add_step(c, from, to,
                 ONE_OF(c, "do w = store(w, 0, w[1])", "do w = store(w, 0, w[0] ^ 1)", "do v = store(v, 0, w[0])",
                        "do v = w", "do w = f ? v : w", "do w = v", "do w = store(w, w[0] == 1 ? (u1)1 : (u1)0, 3)"));
        break;
    case 2:
        add_step(c, from, to,
                 ONE_OF(c, "do t = w[0]", "do a = w[1]", "do b = v[0]", "do t = w[f ? (u1)1 : (u1)0]",
                        "do x = w[0] ^ v[1]"));
        break;
    default:
        add_step(c, from, to,
                 ONE_OF(c, "when w[0] == 1", "when w[1] != 2 do f = true", "when v[0] == w[0] do a = 1",
                        "when f || w[1] == 1 do b = 2", "do g = w[0] == w[1]", "do f = w[0] == t"));
        break;
    }
}

/* Steps on shared variables and the locals t and q, which often is set once and looked at then; of some kinds more than
 * one from the same place. */
static void add_access(Case *c, uint32_t from, uint32_t to)
{
    if (c->speaks_of_growth && below(c, 2)) {
        add_growth(c, from, to);
        return;
    }
    if (c->has_array && below(c, 2)) {
        add_element(c, from, to);
        return;
    }
    switch (below(c, 13)) {
    case 0:
        add_step(c, from, to,
                 ONE_OF(c, "when a < 3 do a = a + 1", "when b < 3 do b = b + 1", "do a = a + 1", "do a = a + 3",
                        "do a, b = a + 1, b + 1"));
        break;
    case 1: add_step(c, from, to, ONE_OF(c, "do t = a", "do t = b")); break;
    case 2: add_step(c, from, to, ONE_OF(c, "when t < 3 do a = t + 1", "when t < 3 do b = t + 1", "do b = t")); break;
    case 3: add_step(c, from, to, ONE_OF(c, "do f = true", "do g = true", "do f = !g", "do t = p", "do a = p")); break;
    case 4:
        add_step(c, from, to, ONE_OF(c, "when f", "when g", "when !f", "when a > 0", "when p == 1 do f = true"));
        break;
    case 5:
        add_step(c, from, to, "when p == 1 do f = true");
        add_step(c, from, to, "when p == 2 do g = true");
        break;
    case 6: add_step(c, from, to, ONE_OF(c, "do x = x ^ 1", "do x = x ^ 3", "do x = t")); break;
    case 7:
        if (from) add_step(c, from, below(c, from), ONE_OF(c, "when t < 2 do t = t + 1", "when !f", "when g && a < 2"));
        add_step(c, from, to, ONE_OF(c, "when t >= 2", "when f", "do t = 0"));
        break;
    case 8:
    case 9:
        add_step(c, from, to, ONE_OF(c, "do q = p", "do q = 1", "do q = p ^ 3", "do q = t", "do q, t = p, q"));
        break;
    case 10:
    case 11:
        add_step(c, from, to, ONE_OF(c, "when q == 1 do a = 1", "when q == 1 do f = true", "when q == 1 && !f"));
        add_step(c, from, to, ONE_OF(c, "when q == 2 do b = 2", "when q == 2 do g = true", "when q != 1 do x = q"));
        if (from && !below(c, 3)) add_step(c, from, below(c, from), "when q == 3 do q = t");
        break;
    default: add_step(c, from, to, ONE_OF(c, "do t = 0", "when t == 0", "do t = t ^ 1")); break;
    }
}

static void add_error(Case *c, uint32_t from, uint32_t error)
{
    bool of_growth = c->speaks_of_growth && below(c, 3);
    str_addf(&c->text, "  edge %u -> %u when %s error;\n", from, error,
             of_growth
                 ? ONE_OF(c, "c > 4", "c > 2 && d > 2", "c + d > 6", "d >= 3 && f", "c == 3", "c < d", "d == 4")
                 : ONE_OF(c, "a == 2 && t == 1", "b == 2", "f && g && a == 1", "x == 3 && a == 1", "t == 2 && b == 1",
                          "a == 3", "x == 2", "l && m", "a == 1 && b == 1 && f", "g && !f && b == 1"));
}

/* A chain of steps in which locks are taken and given back, mostly in good order. */
static void add_thread(Case *c, const char *name, const char *kind, uint32_t length, uint32_t starts)
{
    str_addf(&c->text, "automaton %s %s {\n  local u2 t = 0, q = 0;\n", name, kind);
    for (uint32_t i = 0; i <= length + 1; i++)
        str_addf(&c->text, "  location %u%s;\n", i,
                 i > length                         ? " `error`"
                 : i && i < length && !below(c, 12) ? " atomic"
                                                    : "");
    str_add(&c->text, "  entry 0;\n");
    const char *held = NULL;
    for (uint32_t i = 0; i < length; i++) {
        if (starts && !i && c->has_array) {
            str_add(&c->text, "  edge 0 -> 1 do w = store(store(w, 0, m0), 1, m1);\n");
        } else if (starts && !below(c, 4)) {
            str_addf(&c->text, "  edge %u -> %u do q = %s;\n", i, i + 1, ONE_OF(c, "1", "2", "a"));
        } else if (starts) {
            str_addf(&c->text, "  edge %u -> %u spawn w%u(p = %s);\n", i, i + 1, below(c, 2),
                     ONE_OF(c, "1", "2", "3", "q", "q ^ 3"));
            starts--;
        } else if (held && !below(c, 3)) {
            str_addf(&c->text, "  edge %u -> %u do %s = false;\n", i, i + 1, held);
            held = NULL;
        } else if (!held && !below(c, 2)) {
            held = below(c, 4) ? "l" : "m";
            str_addf(&c->text, "  edge %u -> %u when !%s do %s = true;\n", i, i + 1, held, held);
        } else if (c->speaks_of_growth && !below(c, 10)) {
            add_guard(c, i, i + 1, length + 1);
        } else {
            add_access(c, i, i + 1);
        }
        if (!below(c, 7)) add_error(c, i, length + 1);
    }
    add_error(c, length, length + 1);
    str_add(&c->text, "}\n");
}

static void write_program(Case *c)
{
    str_addf(&c->text, "input u2 n;\nshared u2 a = %s, b = 0, x = %s;\n", ONE_OF(c, "0", "0", "*"),
             ONE_OF(c, "0", "0", "*"));
    c->speaks_of_growth = below(c, 2);
    if (c->speaks_of_growth) str_add(&c->text, "shared u4 c = 1, d = 1;\n");
    c->has_array = !below(c, 3);
    if (c->has_array) str_add(&c->text, "input u2 m0, m1;\nshared u2[u1] w = 0, v = 0;\n");
    str_add(&c->text, "shared bool l = false, m = false, f = false, g = false;\n");
    uint32_t starts = 2 + below(c, 2);
    add_thread(c, "main", "1", starts + 2 + below(c, 4), starts);
    add_thread(c, "w0", "0", 2 + below(c, 5), 0);
    add_thread(c, "w1", "0", 2 + below(c, 5), 0);
}

/* Parameters are written where the thread's locals are; main has none, and 0 in their place. */
static const char *with_parameters(Case *c, Run *run)
{
    Str out;
    str_init(run, &out);
    for (const char *s = str_text(&c->text); *s; s++) {
        if (!strncmp(s, "automaton main 1 {", 18)) {
            str_add(&out, "automaton main 1 {\n  local u2 p = 0;");
            s += 17;
        } else if (!strncmp(s, " 0 {", 4)) {
            str_add(&out, " 0 (u2 p) {");
            s += 3;
        } else {
            str_addf(&out, "%c", *s);
        }
    }
    return str_text(&out);
}

/* In most programs one error is left, so that an order of steps in which it is missed is not made up for by others. */
static const char *with_one_error(Case *c, Run *run, const char *text)
{
    static const char error[] = " error;";
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, error)); at++)
        count++;
    uint32_t kept = below(c, count);
    Str out;
    str_init(run, &out);
    for (uint32_t seen = 0; *text;) {
        const char *end = strchr(text, '\n'), *at = strstr(text, error);
        bool is_error = at && at < end;
        if (!is_error || seen++ == kept) str_addf(&out, "%.*s\n", (int)(end - text), text);
        text = end + 1;
    }
    return str_text(&out);
}

/* Both codes. */
static Program *search_all(Run *run, Case *c)
{
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", c->given, strlen(c->given), false);
    Certificate *certificate;
    ConcreteStates all =
        exhaustive_search(p, merge_program(p, true, false), 8, (StateLimit){LIMIT, LIMIT, false}, &certificate);
    c->problem = all.problem;
    c->states = all.states;
    c->grows = all.growing > 0;
    c->replay = replay_program(p, 8);
    return p;
}

static void compare(Run *run, void *arg)
{
    Case *c = arg;
    if (!c->given) {
        str_init(run, &c->text);
        write_program(c);
        c->given = with_parameters(c, run);
        if (below(c, 4)) c->given = with_one_error(c, run, c->given);
    }
    Program *p = search_all(run, c);
    InterpretResult truth = interpreter_search(interpreter_new(p), 8, LIMIT);
    c->fails = truth.error_reachable;
    bool is_cut = c->problem && (strstr(c->problem, "threads than claimed") || strstr(c->problem, "more than"));
    c->is_known = truth.complete && !is_cut;
}

static bool replay_agrees(const Case *c)
{
    return !c->is_known || c->replay.answer == REPLAY_OPEN || (c->replay.answer == REPLAY_ERROR) == c->fails;
}

static uint32_t check_program(uint64_t seed, const char *given, Counts *counts)
{
    Run *run = run_new();
    Case c = {.given = given};
    c.rng.state = seed;
    StopKind stop = run_guard(run, compare, &c);
    bool agree = stop == STOP_NONE && (!c.is_known || c.fails == (c.problem != NULL)) && replay_agrees(&c);
    if (!agree)
        printf("# seed %llu, %s, replay %d, %s:\n%s", (unsigned long long)seed, c.problem ? c.problem : "no problem",
               (int)c.replay.answer, run_reason(run), c.given ? c.given : "");
    counts->failing += agree && c.is_known && c.fails;
    counts->safe += agree && c.is_known && !c.fails;
    counts->replayed += c.is_known && c.replay.answer != REPLAY_OPEN;
    counts->growing += agree && c.is_known && !c.fails && c.grows;
    run_free(run);
    CHECK(agree);
    return c.states;
}

TEST(agrees_with_the_interpreter)
{
    const char *seed = getenv("CHORUS_TEST_SEED"), *count = getenv("CHORUS_TEST_COUNT");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1, programs = count ? strtoull(count, NULL, 10) : PROGRAMS;
    Counts counts = {0};
    for (uint64_t i = 0; i < programs; i++)
        check_program(first + i, NULL, &counts);
    printf("# %u fail, %u are safe, of these %u with variables that grow; the replay knows of %u\n", counts.failing,
           counts.safe, counts.growing, counts.replayed);
    CHECK(counts.replayed > programs / 2);
    CHECK(counts.failing > programs / 10);
    CHECK(counts.safe > programs / 10);
    CHECK(counts.growing > programs / 30);
}

/* One thread goes round for ever by itself: so all others are moved in the same state, and not only the next one. */
TEST(all_threads_move_where_none_may_be_left_for_later)
{
    Counts counts = {0};
    check_program(1,
                  "shared bool l = false, m = false;\n"
                  "automaton main 1 { location 0; location 1; location 2; location 3; location 4; entry 0;\n"
                  "  edge 0 -> 1 spawn w(); edge 1 -> 2 spawn z(); edge 2 -> 3 spawn w();\n"
                  "  edge 3 -> 4 when !m do m = true; }\n"
                  "automaton w 0 { location 0; location 1; location 2; location 3; location 4 `error`; entry 0;\n"
                  "  edge 0 -> 1; edge 0 -> 4 when l && m error; edge 1 -> 2 when !l do l = true;\n"
                  "  edge 2 -> 3 do l = false; }\n"
                  "automaton z 0 { local u2 t = 0; location 0; location 1; entry 0;\n"
                  "  edge 0 -> 1 do t = 0; edge 1 -> 0 when t < 2; }\n",
                  &counts);
    CHECK_EQ_INT(counts.failing, 1);
}

/* One thread leaves 1 or 3 in c, and each time only what is done with 1 leads to an error: c does not grow there. Of
 * the last two programs the one has an error of 3, the other one where d becomes too large to grow. */
TEST(variables_grow_only_where_more_leads_to_more)
{
    static const char head[] =
        "shared u4 c = 0, d = 0; shared bool f = false;\n"
        "automaton a 1 { location 0; location 1; entry 0;\n"
        "  edge 0 -> 1 do c, d, f = %s, 0, true; edge 0 -> 1 do c, d, f = %s, 0, true; }\n"
        "automaton b 1 { local u4 q = 0; location 0; location 1; location 2; location 3 `error`;\n"
        "  entry 0; %s }\n";
    static const struct {
        const char *most, *least, *edges;
    } cases[] = {{"3", "1", "edge 0 -> 1 when c == 1; edge 1 -> 3 error;"},
                 {"3", "1", "edge 0 -> 1 when c == 1; edge 0 -> 3 when d >= 4 error; edge 1 -> 3 error;"},
                 {"3", "1", "edge 0 -> 1 do q = c; edge 1 -> 2 do f = true; edge 2 -> 3 when q == 1 && f error;"},
                 {"3", "1", "edge 0 -> 1 when f do d = 4 - c; edge 1 -> 3 when d >= 3 error;"},
                 {"7", "3", "edge 0 -> 1 when f do d = c + c; edge 1 -> 3 when d >= 6 && d < 8 error;"}};
    Counts counts = {0};
    uint32_t count = sizeof cases / sizeof *cases;
    for (uint32_t i = 0; i < count; i++) {
        char text[1000];
        snprintf(text, sizeof text, head, cases[i].most, cases[i].least, cases[i].edges);
        check_program(1, text, &counts);
    }
    CHECK_EQ_INT(counts.failing, count);
}

/* Threads that add to each other: nearly all states differ, and few are the largest. */
TEST(few_states_are_the_largest)
{
    static const char text[] = "shared u16 c = 1, d = 1;\n"
                               "automaton a 1 { local u4 i = 0; location 0; entry 0;\n"
                               "  edge 0 -> 0 when i < 7 do c, i = c + d, i + 1; }\n"
                               "automaton b 1 { local u4 i = 0; location 0; location 1 `error`; entry 0;\n"
                               "  edge 0 -> 0 when i < 7 do d, i = d + c, i + 1; edge 0 -> 1 when c > 987 error; }\n";
    Counts counts = {0};
    uint32_t states = check_program(1, text, &counts);
    CHECK_EQ_INT(counts.growing, 1);
    CHECK(states < 400);
}

static void search_in_run(Run *run, void *arg) { search_all(run, arg); }

/* Whether both codes say so: that there is no error, or that there may be one. */
static bool is_answered(const char *text, bool is_safe)
{
    Run *run = run_new();
    Case c = {.given = text};
    StopKind stop = run_guard(run, search_in_run, &c);
    bool is_right = stop == STOP_NONE && !c.problem == is_safe && (c.replay.answer == REPLAY_SAFE) == is_safe;
    if (!is_right)
        printf("# %s, replay %d, %s:\n%s", c.problem ? c.problem : "no problem", (int)c.replay.answer, run_reason(run),
               text);
    run_free(run);
    return is_right;
}

/* What is known of an array that is arbitrary until it is written: the elements that were. */
TEST(elements_are_known_that_were_written)
{
    static const char head[] = "shared u8[u8] w = *; shared u8 i = 0; shared bool d = false;\n"
                               "automaton a 1 { location 0; location 1; location 2; location 3; location 4 `error`;\n"
                               "  entry 0; %s }\n"
                               "automaton b 1 { location 0; location 1; entry 0; edge 0 -> 1 do i, d = 2, true; }\n";
    static const struct {
        const char *edges;
        bool is_safe;
    } cases[] = {
        {"edge 0 -> 1 do w = store(w, 0, 0); edge 1 -> 2 do w = store(w, 9, 7); edge 2 -> 4 when w[0] + w[9] != 7 "
         "error;",
         true},
        {"edge 0 -> 1 do w = store(w, i, 5); edge 1 -> 2 do w = store(w, 2, 6); edge 2 -> 4 when w[2] != 6 error;",
         true},
        {"edge 0 -> 1 do w = store(w, 0, 5); edge 1 -> 4 when w[i] == 5 error;", false},
        {"edge 0 -> 1 do w = store(w, 0, 5); edge 1 -> 2 do w = store(w, w[0], 6); edge 2 -> 4 when w[5] != 6 error;",
         true},
        {"edge 0 -> 1 do w = store(w, 0, 5); edge 1 -> 2 do w = store(w, w[1], 6); edge 2 -> 4 when w[0] != 5 error;",
         false},
        {"edge 0 -> 1 do w = store(store(w, 0, 5), 1, 5); edge 1 -> 2 do w = store(w, 0, w[7]);\n"
         "  edge 2 -> 4 when w[1] != 5 error;",
         true},
        {"edge 0 -> 1 do w = store(w, 0, 5); edge 1 -> 2 do w = store(w, 0, w[7]); edge 2 -> 4 when w[0] != 5 error;",
         false}};
    for (uint32_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1000];
        snprintf(text, sizeof text, head, cases[k].edges);
        CHECK(is_answered(text, cases[k].is_safe));
    }
}

TAP_MAIN();
