/* Boolean broadcast programs: notations, messages, the papers' statements, limits. */
#include <string.h>

#include "chorus.h"
#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/explore/dd.h"
#include "program/boolprog/parse.h"
#include "program/boolprog/print.h"
#include "program/boolprog/reference.h"
#include "program/boolprog/step.h"
#include "tap.h"

/* ---- reading ---- */

typedef struct Reading {
    const char *text;
    size_t length;
    BoolProgram *p;
} Reading;

static void read_text(Run *run, void *arg)
{
    Reading *r = arg;
    r->p = boolprog_parse(run, "x.bbp", r->text, r->length);
}

static BoolProgram *parse(Run *run, const char *text)
{
    Reading r = {text, strlen(text), NULL};
    if (run_guard(run, read_text, &r) != STOP_NONE) printf("# %s\n", run_reason(run));
    REQUIRE(r.p);
    return r.p;
}

static void check_refused_bytes(const char *text, size_t length, const char *message)
{
    Run *run = run_new();
    Reading r = {text, length, NULL};
    CHECK_EQ_INT(run_guard(run, read_text, &r), STOP_INPUT);
    CHECK_STR(run_reason(run), message);
    run_free(run);
}

static void check_refused(const char *text, const char *message) { check_refused_bytes(text, strlen(text), message); }

TEST(messages_have_positions_and_reasons)
{
    check_refused("shared x;\n1: havoc {x constrain 1;\n", "x.bbp:2:13: expected '}' or ',' before 'constrain'");
    check_refused("1: havoc {", "x.bbp:1:11: expected a variable to havoc before end of text");
    check_refused("local l;\n1: havoc {} constrain forall {a . 1;", "x.bbp:2:33: expected '}' or ',' before '.'");
    check_refused("shared x;\n1: assume x && y;\n", "x.bbp:2:16: 'y' is not declared");
    check_refused("local l;\n1: havoc {all(l)} constrain p.l';\n",
                  "x.bbp:2:29: thread index 'p' is not bound by forall");
    check_refused("local l;\n1: havoc {all(l)} constrain forall {a, q} . p.l';\n",
                  "x.bbp:2:45: thread index 'p' is not bound by forall");
    check_refused("1: goto 1, 7;\n2: skip;\n", "x.bbp:1:12: there is no statement 7: the last one is 2");
    check_refused("1: goto 0;\n", "x.bbp:1:9: there is no statement 0");
    check_refused("error 4;\n1: skip;\n2: skip;\n", "x.bbp:1:7: there is no statement 4: the last one is 2");
    check_refused_bytes("1: sk\0ip;\n", 10, "x.bbp:1:6: unexpected byte 0x00");
    check_refused("1: skip;\n3: skip;\n", "x.bbp:2:1: this is statement 2, not 3");
    check_refused("", "x.bbp:1:1: expected a statement before end of text");
    check_refused("shared x;\nlocal x;\n",
                  "x.bbp:2:7: 'x' is declared twice (a first statement that assigns needs its number, '1:')");
    check_refused("local l;\n1: havoc {} constrain l;\n",
                  "x.bbp:2:23: local variable 'l' needs a thread index here, as in a.l");
    check_refused("local l;\n1: l = [l];\n",
                  "x.bbp:2:8: [.] may stand only in assignments to [.]: it is a passive thread's variable");
    check_refused("shared x;\n1: havoc {x} constrain *;\n",
                  "x.bbp:2:24: no nondeterministic choice in a constraint: havoc makes it");
    check_refused("shared x;\n1: x = x';\n", "x.bbp:2:9: primed variables are for constraints only");
    check_refused("shared x;\n1: x, x = 0, 1;\n", "x.bbp:2:7: variable is assigned twice");
    check_refused("shared x, y;\n1: x, y = 0;\n", "x.bbp:2:12: 2 left sides, but 1 right sides");
    check_refused("shared x;\n1: x = 0, 1;\n", "x.bbp:2:11: more right sides than the 1 left sides");
    check_refused("shared x;\n1: x = 2;\n", "x.bbp:2:8: variables are Booleans: expected 0 or 1");
    check_refused("local l;\n1: havoc {} constrain forall {p} . 1;\n",
                  "x.bbp:2:30: the index set must contain the active thread 'a'");
    check_refused("1: if 1 then\n", "x.bbp:2:1: expected a statement before end of text");
}

/* Texts that repeat: what is refused is refused soon, by a limit and not by the stack. */
static void check_repeated(const char *head, const char *piece, size_t times, const char *message)
{
    size_t h = strlen(head), n = strlen(piece);
    char *text = malloc(h + n * times);
    REQUIRE(text);
    memcpy(text, head, h);
    for (size_t i = 0; i < times; i++)
        memcpy(text + h + i * n, piece, n);
    Run *run = run_new();
    Reading r = {text, h + n * times, NULL};
    CHECK_EQ_INT(run_guard(run, read_text, &r), STOP_INPUT);
    if (!strstr(run_reason(run), message)) printf("# %s\n", run_reason(run));
    CHECK(strstr(run_reason(run), message));
    run_free(run);
    free(text);
}

TEST(limits)
{
    check_repeated("", "skip;", 1000100, "x.bbp:1:5000001: more than 1000000 statements");
    check_repeated("shared x;\n1: assume ", "(", 100000, "nested more than 1000 deep");
    check_repeated("shared x;\n1: assume ", "!", 100000, "nested more than 1000 deep");
    check_repeated("shared x;\n1: assume x", "&& x", 100000, "expression of more than 5000 levels");
    check_repeated("1: ", "if 1 then ", 100000, "nested more than 1000 deep");
    Run *run = run_new();
    Str text;
    str_init(run, &text);
    for (int i = 0; i < 65; i++)
        str_addf(&text, "local l%d;\n", i);
    str_add(&text, "1: skip;");
    Reading r = {str_text(&text), text.length, NULL};
    CHECK_EQ_INT(run_guard(run, read_text, &r), STOP_INPUT);
    CHECK_STR(run_reason(run), "x.bbp:65:7: more than 64 local variables");
    run_free(run);
}

TEST(symbols_and_keyboard_spellings_are_the_same)
{
    Run *run = run_new();
    BoolProgram *p = parse(
        run,
        "shared s; local l;\n1: havoc {s, all(l)} constrain \xe2\x88\x80\xe2\x89\xa0{a, p}. \xc2\xacs\xe2\x80\xb2 "
        "\xe2\x88\xa7 (a.l \xe2\x8a\x95 p.l' \xe2\x87\x92 s) \xe2\x88\xa8 a.l \xe2\x87\x94 1;\n2: s = \xe2\x8b\x86;");
    BoolProgram *q = parse(run, "shared s; local l;\n1: havoc {s, all(l)} constrain forall {a, p} . "
                                "!s' && (a.l ^ p.l' => s) || a.l <=> 1;\n2: s = *;");
    CHECK(boolprog_equal(p, q));
    BoolProgram *r = parse(run, "shared s; local l;\n1: havoc {s, all(l)} constrain forall p != a . "
                                "(((!s') && ((a.l ^ p.l') => s)) || a.l) <=> 1;\n2: s := *;");
    CHECK(boolprog_equal(p, r));
    run_free(run);
}

TEST(names_that_are_no_words_are_quoted)
{
    Run *run = run_new();
    BoolProgram *p = parse(run, "shared `s == 0`; local `goto` = 1;\n1: `s == 0`, [`goto`] = `goto`, [`goto`];\n");
    Str text;
    str_init(run, &text);
    boolprog_print(p, &text);
    CHECK_STR(str_text(&text), "shared `s == 0`;\nlocal `goto` = 1;\n1: `s == 0`, [`goto`] = `goto`, [`goto`];\n");
    CHECK(boolprog_equal(p, parse(run, str_text(&text))));
    run_free(run);
}

/* ---- steps ---- */

typedef struct Steps {
    Run *run;
    BoolEdges *edges;
    BoolStepper *stepper;
} Steps;

static Steps steps_of(Run *run, const char *text, uint32_t threads)
{
    BoolEdges *edges = boolprog_edges(parse(run, text));
    return (Steps){run, edges, bool_stepper_new(edges, threads)};
}

/* The set of local valuations (bit v for valuation v) that the active thread may have after edge 0. */
static uint64_t actives(Steps *s, uint64_t local)
{
    BoolValuations v = {NULL, 0, 0};
    uint64_t set = 0;
    bool_stepper_moves(s->stepper, 0, 0, local, &v);
    for (uint32_t i = 1; i < v.count; i += 2)
        set |= UINT64_C(1) << v.data[i];
    return set;
}

static uint64_t replies(Steps *s, uint64_t local, uint64_t local_after, uint64_t passive)
{
    const BoolStep step = {&s->edges->edges.data[0], 0, local, 0, local_after};
    BoolValuations v = {NULL, 0, 0};
    uint64_t set = 0;
    bool_stepper_replies(s->stepper, &step, passive, &v);
    for (uint32_t i = 0; i < v.count; i++)
        set |= UINT64_C(1) << v.data[i];
    return set;
}

enum { ONLY_0 = 1, ONLY_1 = 2, BOTH = 3 };

TEST(statement_1_forgets_the_passive_threads)
{
    Run *run = run_new();
    Steps s = steps_of(run, "local b;\n1: havoc {all(b)} constrain a.b';\n", 2);
    for (uint64_t a = 0; a <= 1; a++)
        for (uint64_t p = 0; p <= 1; p++) {
            CHECK_EQ_INT(actives(&s, a), ONLY_1);
            CHECK_EQ_INT(replies(&s, a, 1, p), BOTH);
        }
    run_free(run);
}

#define STATEMENT_2                                                                                                    \
    "local b;\n1: havoc {all(b)} constrain forall p != a . a.b' && (a.b && p.b => p.b') && (a.b ^ p.b => !p.b');\n"

static void check_statement_2(const char *text)
{
    Run *run = run_new();
    Steps s = steps_of(run, text, 2);
    CHECK_EQ_INT(actives(&s, 0), ONLY_1);
    CHECK_EQ_INT(actives(&s, 1), ONLY_1);
    CHECK_EQ_INT(replies(&s, 1, 1, 1), ONLY_1);
    CHECK_EQ_INT(replies(&s, 1, 1, 0), ONLY_0);
    CHECK_EQ_INT(replies(&s, 0, 1, 1), ONLY_0);
    CHECK_EQ_INT(replies(&s, 0, 1, 0), BOTH);
    run_free(run);
}

TEST(statement_2_tells_the_passive_threads_what_follows)
{
    check_statement_2(STATEMENT_2);
    /* The same in the notation of the technical report, section 2.2. */
    check_statement_2("local b;\n1: b, [b] = 1, choose([b] && b, [b] ^ b);\n");
}

TEST(without_other_threads_a_constraint_on_them_says_nothing)
{
    Run *run = run_new();
    Steps s = steps_of(run, STATEMENT_2, 1); /* Fig. 3: there is no injection of {a, p} into {1} */
    CHECK_EQ_INT(actives(&s, 0), BOTH);
    s = steps_of(run, "local b;\n1: b, [b] = 1, choose([b] && b, [b] ^ b);\n", 1); /* exec: b = 1 all the same */
    CHECK_EQ_INT(actives(&s, 0), ONLY_1);
    run_free(run);
}

TEST(statement_3_uses_what_other_threads_know)
{
    Run *run = run_new();
    enum { B = 1, C = 2 };
    Steps s = steps_of(
        run, "local b, c;\n1: havoc {a.b, a.c} constrain a.b' && (a.b && a.c => a.c') && (a.b ^ a.c => !a.c');\n", 2);
    CHECK_EQ_INT(actives(&s, B | C), 1 << (B | C));
    CHECK_EQ_INT(actives(&s, B), 1 << B);
    CHECK_EQ_INT(actives(&s, C), 1 << B);
    CHECK_EQ_INT(actives(&s, 0), 1 << B | 1 << (B | C));
    CHECK(!bool_stepper_asks(s.stepper, 0));
    s = steps_of(run,
                 "local b, c;\n1: havoc {a.b, a.c} constrain forall p != a . a.b' && "
                 "((a.b && a.c || p.b && p.c) => a.c') && (((a.b ^ a.c) || (p.b ^ p.c)) => !a.c');\n",
                 2);
    CHECK(bool_stepper_asks(s.stepper, 0));
    for (uint64_t p = 0; p < 4; p++) { /* the passive thread stays as it is, or forbids the step */
        bool set = p == (B | C), clear = p == B || p == C;
        CHECK_EQ_INT(replies(&s, 0, B, p), set ? 0 : 1 << p);
        CHECK_EQ_INT(replies(&s, 0, B | C, p), clear ? 0 : 1 << p);
    }
    run_free(run);
}

TEST(clauses_over_two_passive_threads_relate_their_choices)
{
    Run *run = run_new();
    Steps s = steps_of(run, "local b;\n1: havoc {all(b)} constrain forall {a, p, q} . p.b' ^ q.b';\n", 3);
    CHECK_EQ_INT(bool_stepper_joint(s.stepper, 0), 2);
    const BoolStep step = {&s.edges->edges.data[0], 0, 0, 0, 0};
    const uint64_t before[3] = {0, 0, 0}, same[2] = {1, 1}, differ[3] = {1, 0, 1};
    CHECK(!bool_stepper_allows(s.stepper, &step, before, same, 2));
    CHECK(bool_stepper_allows(s.stepper, &step, before, differ, 2));
    CHECK(!bool_stepper_allows(s.stepper, &step, before, differ, 3));
    run_free(run);
}

/* ---- whole programs ---- */

typedef struct Reach {
    BoolProgram *p;
    bool reached[16];
} Reach;

static void reach_two(Run *run, void *arg)
{
    (void)run;
    Reach *r = arg;
    ReferenceResult result = {r->reached, 0};
    CHECK(reference_reach(r->p, 2, 10000, &result));
    CHECK(result.counter_states > 0);
}

static bool assertion_fails(const char *text)
{
    Run *run = run_new();
    Reach r = {parse(run, text), {false}};
    CHECK_EQ_INT(run_guard(run, reach_two, &r), STOP_NONE);
    bool fails = r.reached[0];
    run_free(run);
    return fails;
}

TEST(programs_b_and_b_prime_are_correct_with_two_threads)
{
    CHECK(!assertion_fails("0: local bool b = 1;\n1: assert b;\n2: b = b ? * : 1;\n"));
    CHECK(!assertion_fails("0: shared bool b = 1; shared bool t = 0;\n1: if * then\n2:   if t then\n"
                           "3:     assert !b;\n4: b = 0;\n5: t = 1;\n"));
    /* With the broadcast of a notify-all update, and with the mixed predicate tracked in a local variable, they fail
     * as the programs that they abstract do. */
    CHECK(assertion_fails("local b = 1;\n1: assert b;\n2: b, [b] = (b ? * : 1), ([b] ? * : 1);\n"));
    CHECK(assertion_fails("shared t = 0; local b = 1;\n1: if * then\n2:   if t then\n3:     assert !b;\n"
                          "4: b = 0;\n5: t = 1;\n"));
}

/* ---- symbolic explorations ---- */

typedef struct Symbolic {
    BoolProgram *p;
    ExploreResult result;
    double states;
} Symbolic;

static void explore_symbolically(Run *run, void *arg)
{
    Symbolic *s = arg;
    BoolEdges *edges = boolprog_edges(s->p);
    const bool errors[16] = {true};
    BoolOracle *o = bool_oracle_new(edges, 2, errors);
    AbstractTrace trace;
    s->result = dd_explore(run, o, edges, 2, errors, &trace, &s->states, NULL);
}

static const char *const many_bits =
    "shared a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5;\n"
    "local l;\n1: a0 = !a0;\n2: assert 1;\n";

TEST(symbolic_exploration_of_what_cannot_be_listed)
{
    Run *run = run_new();
    Symbolic s = {.p = parse(run, many_bits)};
    CHECK_EQ_INT(run_guard(run, explore_symbolically, &s), STOP_NONE);
    CHECK_EQ_INT(s.result, EXPLORE_SAFE);
    /* 2^26 shared valuations; of two threads at 3 locations with a bit, 21 multisets. */
    CHECK(s.states == 67108864.0 * 21);
    run_free(run);
}

/* The memory limit ends an exploration in good order, inside an operation on diagrams; until its run is freed, another
 * exploration is refused. In this order of variables every equality doubles the number of nodes. */
TEST(memory_limit_and_one_symbolic_exploration_at_a_time)
{
    Run *first = run_new(), *second = run_new();
    Str text;
    str_init(first, &text);
    for (int i = 0; i < 50; i++)
        str_addf(&text, "shared x%d;\n", i);
    str_add(&text, "1: assume 1");
    for (int i = 0; i < 25; i++)
        str_addf(&text, " && (x%d == x%d)", i, i + 25);
    str_add(&text, ";\n2: assert 1;\n");
    Symbolic s = {.p = parse(first, str_text(&text))}, t = {.p = parse(second, many_bits)};
    run_set_memory_limit(first, run_memory(first) + (4u << 20));
    CHECK_EQ_INT(run_guard(first, explore_symbolically, &s), STOP_MEMORY);
    CHECK_EQ_INT(run_guard(second, explore_symbolically, &t), STOP_UNSUPPORTED);
    run_free(first);
    CHECK_EQ_INT(run_guard(second, explore_symbolically, &t), STOP_NONE);
    CHECK_EQ_INT(t.result, EXPLORE_SAFE);
    run_free(second);
}

/* ---- sessions ---- */

static const char *write_file(const char *text)
{
    static char path[] = "/tmp/chorus-test-XXXXXX.bbp";
    strcpy(path, "/tmp/chorus-test-XXXXXX.bbp");
    int fd = mkstemps(path, 4);
    REQUIRE(fd >= 0);
    REQUIRE(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

TEST(a_session_gives_verdict_steps_and_statistics)
{
    const char *path = write_file("local b = 1;\n1: assert b;\n2: b, [b] = b, 0;\n");
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_set_option(s, "explorer", "dd"), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_option(s, "threads", "2"), CHORUS_OK);
    CHECK_EQ_INT(chorus_mc(s, path), CHORUS_OK);
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_FALSE);
    CHECK_STR(chorus_result_line(s), "false(unreach-call) [2 threads, 3 steps]");
    CHECK_EQ_INT(chorus_step_count(s), 3);
    CHECK_EQ_INT(chorus_step_line(s, 1), 3);
    CHECK_STR(chorus_step_state(s, 1), "b = 1");
    CHECK(strstr(chorus_step_text(s, 1), "#2.b: 1 -> 0") || strstr(chorus_step_text(s, 1), "#1.b: 1 -> 0"));
    CHECK(!chorus_trace_text(s));
    CHECK(!chorus_certificate_text(s));
    CHECK(strstr(chorus_json(s), "\"counterexample\""));
    for (size_t i = 0; i < chorus_statistic_count(s); i++)
        CHECK(!strstr(chorus_statistic_name(s, i), "predicates"));
    chorus_free(s);
    unlink(path);
}

TEST(a_session_refuses_options_that_mean_nothing)
{
    const char *path = write_file("1: skip;\n");
    ChorusSession *s = chorus_new();
    chorus_set_option(s, "integers", "ideal");
    CHECK_EQ_INT(chorus_mc(s, path), CHORUS_BAD_OPTION);
    CHECK_STR(chorus_error(s), "integers: is not for .bbp files");
    chorus_free(s);
    s = chorus_new();
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_INPUT);
    chorus_free(s);
    unlink(path);
}

TAP_MAIN();
