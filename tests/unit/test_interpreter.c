/* The reference interpreter on small programs whose answers are known, and replay. */
#include "program/interpreter.h"

#include "engines/symmpa/refine/falsify.h"
#include "logic/term/evaluate.h"
#include "program/random_run.h"
#include "program/replay.h"
#include "program/scpl/parse.h"
#include "program/shorten.h"
#include "tap.h"

typedef struct Case {
    const char *text;
    uint32_t n;
    uint64_t limit;
    Program *program;
    Interpreter *interpreter;
    InterpretResult result;
} Case;

static void search(Run *run, void *arg)
{
    Case *c = arg;
    c->program = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    c->interpreter = interpreter_new(c->program);
    uint64_t limit = c->limit ? c->limit : 100000;
    c->result = interpreter_search(c->interpreter, c->n, limit);
}

/* 'S' safe, 'E' error, '?' not complete, 'X' stopped */
static char verdict(const char *text, uint32_t n)
{
    Run *run = run_new();
    Case c = {.text = text, .n = n};
    StopKind stop = run_guard(run, search, &c);
    if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
    char v = stop != STOP_NONE ? 'X' : c.result.error_reachable ? 'E' : c.result.complete ? 'S' : '?';
    run_free(run);
    return v;
}

TEST(paper_p)
{
    const char *p = "shared u3 s = 0; local u3 l = 1; 1: assert s != l; 2: s = s + 1;";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 2), 'E');
    CHECK_EQ_INT(verdict(p, 3), 'E');
}

TEST(paper_p_prime)
{
    const char *p = "shared u3 s = 0; shared bool t = 0; local u3 l = 0;"
                    "1: if (*) 2: if (t) 3: assert s != l; 4: l = s + 1; 5: t = 1;";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 2), 'E');
}

TEST(wrap_around)
{
    const char *p = "shared u2 r = 0; shared u1 f = 0; ++r; if (r == 1) { assert f == 0; f = 1; }";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 4), 'S');
    CHECK_EQ_INT(verdict(p, 5), 'E'); /* the fifth thread finds r == 1 again */
}

TEST(blocked_in_an_atomic_section_blocks_everybody)
{
    const char *p = "shared bool x = false, y = false;"
                    "if (*) { atomic { x = true; assume y; assert false; } } else y = true;";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 2), 'E'); /* y is set before the section is entered */
    const char *q = "shared bool x = false, y = false;"
                    "if (*) { atomic { x = true; assume y; assert false; } } else { assume x; y = true; }";
    CHECK_EQ_INT(verdict(q, 2), 'S');
    CHECK_EQ_INT(verdict(q, 3), 'S');
}

TEST(first_statement_of_a_section_may_wait)
{
    const char *p = "shared bool y = false; if (*) { atomic { assume y; assert false; } } else y = true;";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 2), 'E');
}

TEST(atomic_sections_exclude)
{
    CHECK_EQ_INT(verdict("shared u2 x = 0, c = 0; local u2 l; atomic { l = x; x = l + 1; } c = c + 1;"
                         "assume c == 2; assert x == 2;",
                         2),
                 'S');
    CHECK_EQ_INT(verdict("shared u2 x = 0, c = 0; local u2 l; l = x; x = l + 1; c = c + 1;"
                         "assume c == 2; assert x == 2;",
                         2),
                 'E');
}

TEST(spawn_is_bounded)
{
    const char *p = "shared u3 c = 0; template main 1 { while (true) spawn w(); } template w { ++c; assert c < 3; }";
    CHECK_EQ_INT(verdict(p, 1), 'S');
    CHECK_EQ_INT(verdict(p, 2), 'S');
    CHECK_EQ_INT(verdict(p, 3), 'E');
}

TEST(spawn_passes_arguments)
{
    const char *p = "shared u2 x = 2; template main 1 { x = 1; spawn w(x + 1, *); } "
                    "template w(u2 a, u2 b) { assert a == 2; assert b != 3; }";
    CHECK_EQ_INT(verdict(p, 0), 'S');
    CHECK_EQ_INT(verdict(p, 1), 'E');
}

TEST(arbitrary_values)
{
    CHECK_EQ_INT(verdict("shared u3 x; assert x != 5;", 1), 'E');
    CHECK_EQ_INT(verdict("local i3 x; assert x != -4;", 1), 'E');
    CHECK_EQ_INT(verdict("local i3 x; assert x < 4;", 2), 'X'); /* 4 does not fit i3 */
    CHECK_EQ_INT(verdict("shared u3 x = 0; x = *; assert x != 7;", 1), 'E');
    CHECK_EQ_INT(verdict("shared u20 x = 0; x = *;", 1), 'X'); /* too many values to try */
}

TEST(parallel_assignment)
{
    CHECK_EQ_INT(verdict("shared u2 x = 1, y = 2; x, y = y, x; assert x == 2 && y == 1;", 1), 'S');
    CHECK_EQ_INT(verdict("shared u2 x = 1, y = 2; x, y = y, x; assert x == 2 && y == 1;", 2), 'E');
}

TEST(arrays)
{
    CHECK_EQ_INT(verdict("shared u2[u2] a = 1 {2: 3}; local u2 i; a[i] = a[2] - 1; assert a[1] == 1;", 1), 'E');
    CHECK_EQ_INT(verdict("shared u2[u2] a = 1 {2: 3}; local u2 i; assume i != 2; assert a[i] == 1;", 2), 'S');
}

TEST(state_limit)
{
    Run *run = run_new();
    Case c = {.text = "shared u8 x = 0; while (true) ++x;", .n = 1, .limit = 10};
    CHECK_EQ_INT(run_guard(run, search, &c), STOP_NONE);
    CHECK(!c.result.complete);
    CHECK(!c.result.error_reachable);
    run_free(run);
}

/* ---- replay ---- */

static const char swap[] =
    "shared u2 s = 0; local u2 l; again: l = *; if (l == 2) { s, l = l, s; assert s != 2 || l == 0; }"
    "goto again;";

static void replay(Run *run, void *arg)
{
    Case *c = arg;
    search(run, c);
    REQUIRE(c->result.error_reachable);
    Trace *t = &c->result.trace;
    CHECK(interpreter_replay(c->interpreter, t) == NULL);
    REQUIRE(t->steps.count > 3);
    CHECK_EQ_INT(t->initial.count, 1);
    CHECK_EQ_INT(t->steps.data[0].inputs.count, 1);
    CHECK(t->steps.data[0].changes.count <= 1);
    /* another input makes the next guard fail */
    Value old = t->steps.data[0].inputs.data[0].value;
    t->steps.data[0].inputs.data[0].value.bits = 1;
    const char *problem = interpreter_replay(c->interpreter, t);
    CHECK(problem && strstr(problem, "step 2: the guard does not hold"));
    t->steps.data[0].inputs.data[0].value = old;
    t->steps.count--;
    problem = interpreter_replay(c->interpreter, t);
    CHECK_STR(problem, "the last step fails no assertion");
    t->steps.count++;
    t->steps.data[0].thread = 1;
    CHECK(interpreter_replay(c->interpreter, t) != NULL);
    t->steps.data[0].thread = 0;
    t->steps.data[1].edge = t->steps.data[0].edge;
    problem = interpreter_replay(c->interpreter, t);
    CHECK_STR(problem, "step 2: the thread is not there");
}

TEST(replay_checks_every_step)
{
    Run *run = run_new();
    Case c = {.text = swap, .n = 1};
    CHECK_EQ_INT(run_guard(run, replay, &c), STOP_NONE);
    CHECK_STR(run_reason(run), "");
    run_free(run);
}

/* ---- random runs ---- */

static void count_visit(void *arg, const State *state)
{
    ++*(uint32_t *)arg;
    CHECK(state->threads.count >= 1);
}

static void random_runs(Run *run, void *arg)
{
    Case *c = arg;
    search(run, c);
    Rng rng = {42};
    uint32_t failures = 0, visits = 0;
    for (int i = 0; i < 200; i++) {
        Trace trace = {0};
        if (!interpreter_random_run(c->interpreter, &rng, 3, 30, count_visit, &visits, &trace)) continue;
        failures++;
        const char *problem = interpreter_replay(c->interpreter, &trace);
        CHECK_STR(problem ? problem : "", "");
    }
    CHECK(failures > 10);
    CHECK(visits > 1000);
}

TEST(random_runs_replay)
{
    Run *run = run_new();
    Case c = {.text = swap, .n = 1};
    CHECK_EQ_INT(run_guard(run, random_runs, &c), STOP_NONE);
    run_free(run);
    run = run_new();
    Case d = {.text = "shared u3 c = 0; template main 1 { while (true) spawn w(*); }"
                      "template w(u3 a) { ++c; assert c < 3 || a != 0; }",
              .n = 3};
    CHECK_EQ_INT(run_guard(run, random_runs, &d), STOP_NONE);
    run_free(run);
}

/* Neither thread can leave out a round alone: the other one waits for it. */
static void shorten_turns(Run *run, void *arg)
{
    Case *c = arg;
    uint32_t most = 0, longest = 0;
    search(run, c);
    Rng rng = {7};
    for (int i = 0; i < 2000; i++) {
        Trace trace = {0};
        if (!interpreter_random_run(c->interpreter, &rng, 2, 80, NULL, NULL, &trace)) continue;
        if (trace.steps.count > longest) longest = trace.steps.count;
        trace_shorten(c->interpreter, &trace);
        CHECK(interpreter_replay(c->interpreter, &trace) == NULL);
        if (trace.steps.count > most) most = trace.steps.count;
    }
    CHECK(longest > 30);
    CHECK_EQ_INT(most, 5);
}

TEST(rounds_are_left_out_for_all_threads_together)
{
    Run *run = run_new();
    Case c = {.text = "shared bool turn = false;"
                      "template a 1 { l: assume !turn; turn = true; goto l; }"
                      "template b 1 { local bool stop; l: assume turn; stop = *; assert !stop; turn = false; goto l; }",
              .n = 1};
    CHECK_EQ_INT(run_guard(run, shorten_turns, &c), STOP_NONE);
    run_free(run);
}

static void table_runs(Run *run, void *arg)
{
    Case *c = arg;
    c->program = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    c->interpreter = interpreter_new(c->program);
    Rng rng = {7};
    size_t before = run_memory(run);
    interpreter_random_run(c->interpreter, &rng, 2, 20000, NULL, NULL, NULL);
    CHECK(run_memory(run) < before + 100000);
    CHECK(run_memory_peak(run) < before + ((size_t)10 << 20));
    CHECK_EQ_INT(interpreter_search(c->interpreter, 2, 600).complete, false);
    CHECK(run_memory(run) < before + ((size_t)6 << 20));
}

/* Each step makes an array of 256 entries: the old ones are freed. */
TEST(long_runs_with_a_table_stay_small)
{
    Run *run = run_new();
    Case c = {.text = "shared u8[u8] t = 0; local u8 i = 0;"
                      "while (true) { t[i] = t[i] + i + 1; i = i + 1; }",
              .n = 2};
    StopKind stop = run_guard(run, table_runs, &c);
    CHECK_EQ_INT(stop, STOP_NONE);
    if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
    run_free(run);
}

/* Of two long runs one is interrupted once, in its middle: by chance alone that would hardly happen. */
static void far_run(Run *run, void *arg)
{
    Case *c = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    Trace *trace = preempted_error(p, c->n, 100000, 100000);
    c->result.error_reachable = trace != NULL;
    if (!trace) return;
    const char *problem = interpreter_replay(interpreter_new(p), trace);
    CHECK_STR(problem ? problem : "", "");
    CHECK(trace->steps.count > 4000);
}

#define FAR(relation)                                                                                                  \
    "shared u16 x = 0; shared u8 d = 0;\n"                                                                             \
    "automaton main 1 { location 0; location 1; location 2; location 3 `error`; entry 0;\n"                            \
    "  edge 0 -> 1 spawn w(); edge 1 -> 2 spawn w(); edge 2 -> 3 when d == 2 && x " relation " 4000 error; }\n"        \
    "automaton w 0 { local u16 i = 0; local u16 t = 0; location 0; location 1; location 2; entry 0;\n"                 \
    "  edge 0 -> 1 when i < 2000 do t, i = x, i + 1; edge 1 -> 0 do x = t + 1;\n"                                      \
    "  edge 0 -> 2 when i == 2000 do d = d + 1; }\n"

TEST(runs_that_are_interrupted_at_few_places_come_far)
{
    const char *const texts[] = {FAR("!="), FAR(">")};
    for (int i = 0; i < 2; i++) {
        Run *run = run_new();
        Case c = {.text = texts[i], .n = 2};
        CHECK_EQ_INT(run_guard(run, far_run, &c), STOP_NONE);
        CHECK_EQ_INT(c.result.error_reachable, i == 0);
        run_free(run);
    }
}

TAP_MAIN();
