/* Which locations are passed because their branches make no difference, as the search and the checker find out on their
 * own; and that runs which go other ways than their values say are set right. */
#include <string.h>

#include "kernel/checker/branches.h"
#include "kernel/checker/reduce.h"
#include "program/analysis/branches.h"
#include "program/analysis/slice.h"
#include "program/replay.h"
#include "program/scpl/parse.h"
#include "tap.h"

#define LOCATIONS_MAX 16

typedef struct Case {
    const char *text;
    char passed[LOCATIONS_MAX + 1]; /* "1", "0" for each location */
    char checked[LOCATIONS_MAX + 1];
} Case;

static Program *parse(Run *run, const char *text)
{
    return scpl_parse(run, term_manager_new(run), "test.scpl", text, strlen(text), false);
}

/* A location with two edges or more of which one is left, without a condition. Others cannot be told from those that
 * are not passed. */
static char is_decided(const Program *before, const Program *after, uint32_t l)
{
    uint32_t open = 0;
    bool is_free = false;
    if (program_out_count(before, (LocId){l}) < 2) return '-';
    for (uint32_t k = 0; k < program_out_count(after, (LocId){l}); k++) {
        const Edge *e = program_out_edge(after, (LocId){l}, k);
        open += !term_is_false(after->tm, e->guard);
        is_free |= term_is_true(after->tm, e->guard);
    }
    return open == 1 && is_free ? '1' : '0';
}

static void find(Run *run, void *arg)
{
    Case *c = arg;
    Program *p = parse(run, c->text);
    Program *sliced = slice_program(p, true);
    const Reduced *reduced = certify_reduce(p, NULL, true);
    REQUIRE(p->locs.count <= LOCATIONS_MAX && sliced->passed);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        c->passed[l] = is_decided(p, sliced, l);
        c->checked[l] = is_decided(p, reduced->p, l);
        CHECK(c->passed[l] != '1' || sliced->passed[l]);
    }
}

static void passes(const char *text, const char *expected)
{
    Run *run = run_new();
    Case c = {.text = text};
    CHECK_EQ_INT(run_guard(run, find, &c), STOP_NONE);
    if (strcmp(c.passed, expected) || strcmp(c.checked, expected))
        printf("# %s and %s: %s\n", c.passed, c.checked, text);
    CHECK(strcmp(c.passed, expected) == 0);
    CHECK(strcmp(c.checked, expected) == 0);
    run_free(run);
}

#define WORKER "automaton w * { local u8 k = *; local u8 l = *; location 0; location 1; location 2; location 3; "
#define FAILS "location 4 `error`; entry 0; edge 3 -> 4 when s == 1 error; edge 3 -> 3 do s = s + 1; "

TEST(ways_that_do_nothing_are_one)
{
    passes("shared u8 s = 0; shared u8 t = 0; " WORKER FAILS
           "edge 0 -> 1 when k < 3 do t = 1; edge 0 -> 2 when k >= 3; edge 1 -> 3 do l = t; edge 2 -> 3 do t = l; }",
           "1--0-");
}

TEST(what_a_condition_is_made_of_matters_only_with_it)
{
    passes("shared u8 s = 0; " WORKER FAILS "edge 0 -> 1 when k < 3 do l = 1; edge 0 -> 1 when k >= 3 do l = 2;"
           "edge 1 -> 2 when l < 2; edge 1 -> 2 when l >= 2; edge 2 -> 3; }",
           "11-0-");
    passes("shared u8 s = 0; " WORKER FAILS "edge 0 -> 1 when k < 3 do l = 1; edge 0 -> 1 when k >= 3 do l = 2;"
           "edge 1 -> 2 when l < 2; edge 1 -> 2 when l >= 2 do s = 0; edge 2 -> 3; }",
           "00-0-");
}

TEST(ways_that_end_or_wait_are_different)
{
    passes("shared u8 s = 0; " WORKER FAILS
           "edge 0 -> 1 when k < 3; edge 0 -> 3 when k >= 3; edge 1 -> 3 when l == 1; }",
           "0--0-");
    passes("shared u8 s = 0; " WORKER FAILS "edge 0 -> 1 when k < 3; edge 0 -> 3 when k >= 3; }", "0--0-");
    passes("shared u8 s = 0; " WORKER FAILS "edge 0 -> 3 when k < 3; edge 0 -> 3 when k > 3; }", "0--0-");
}

TEST(ways_around_are_different)
{
    passes("shared u8 s = 0; " WORKER FAILS
           "edge 0 -> 1; edge 1 -> 2 when k < 3; edge 1 -> 3 when k >= 3; edge 2 -> 1 do k = k - 1; }",
           "-0-0-");
    passes("shared u8 s = 0; " WORKER FAILS "edge 0 -> 1; edge 1 -> 2 when k < 3; edge 1 -> 3 when k >= 3; edge 2 -> 1 "
           "when l == 0; edge 2 -> 1 when l != 0 do l = 1; }",
           "-010-");
}

TEST(atomic_sections_are_entered_by_one_way_only)
{
    passes(
        "shared u8 s = 0; automaton w * { local u8 k = *; location 0; location 1 atomic; location 2; location 3; " FAILS
        "edge 0 -> 1 when k < 3; edge 0 -> 2 when k >= 3; edge 1 -> 3; edge 2 -> 3; }",
        "0--0-");
    passes("shared u8 s = 0; automaton w * { local u8 k = *; location 0; location 1 atomic; location 2 atomic; "
           "location 3; " FAILS "edge 0 -> 1; edge 1 -> 2 when k < 3; edge 1 -> 2 when k >= 3; edge 2 -> 3; }",
           "-1-0-");
}

/* ---- runs ---- */

typedef struct Walk {
    bool is_right;          /* the run is set right */
    uint32_t first, second; /* edges of its first steps */
} Walk;

/* The thread, whose k is 5, takes the other way. */
static void walk(Run *run, void *arg)
{
    Walk *w = arg;
    Program *p =
        parse(run, "automaton w 1 { local u8 k = 5; local u8 l = 0; location 0; location 1; location 2; location 3;"
                   "location 4 `error`; entry 0; edge 0 -> 1 when k < 3; edge 0 -> 2 when k >= 3;"
                   "edge 1 -> 3 do l = 1; edge 2 -> 3 do l = 2; edge 3 -> 4 when k == 5 error; }");
    const bool passed[] = {true, true, true, false, false};
    Trace trace;
    memset(&trace, 0, sizeof trace);
    vec_push(run, &trace.initial, ((TraceThread){.template = {0}}));
    for (uint32_t i = 0; i < 3; i++)
        vec_push(run, &trace.steps, ((TraceStep){.edge = {2 * i}, .child = NO_ID}));
    Interpreter *in = interpreter_new(p);
    CHECK(interpreter_replay(in, &trace) != NULL);
    w->is_right = !interpreter_replay_passing(in, passed, &trace) && !interpreter_replay(in, &trace);
    REQUIRE(trace.steps.count == 3);
    w->first = trace.steps.data[0].edge.i;
    w->second = trace.steps.data[1].edge.i;
    const bool others[] = {true, false, true, false, false}; /* then it would have to be where it is not */
    trace.steps.data[1].edge.i = 2;
    CHECK(interpreter_replay_passing(in, others, &trace) != NULL);
    CHECK(trace.steps.count == 3);
}

TEST(a_run_goes_the_way_that_its_values_say)
{
    Run *run = run_new();
    Walk w = {0};
    CHECK_EQ_INT(run_guard(run, walk, &w), STOP_NONE);
    CHECK(w.is_right);
    CHECK_EQ_INT(w.first, 1);
    CHECK_EQ_INT(w.second, 3);
    run_free(run);
}

TAP_MAIN();
