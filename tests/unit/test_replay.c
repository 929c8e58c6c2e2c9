/* The replay of a program's states: what it knows, and what it leaves open. test_exhaustive holds it against the
 * interpreter, tests/unsound against proofs that are wrong. */
#include <string.h>

#include "kernel/replay/replay.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Case {
    const char *text;
    uint32_t size;
    ReplayResult replay;
    char why[200];
} Case;

static void replay(Run *run, void *arg)
{
    Case *c = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    c->replay = replay_program(p, c->size);
    if (c->replay.why) snprintf(c->why, sizeof c->why, "%s", c->replay.why);
}

/* The states; 0 when there is another answer than that, or another reason. */
static uint32_t states_of(const char *text, uint32_t size, ReplayAnswer answer, const char *why)
{
    Run *run = run_new();
    Case c = {.text = text, .size = size};
    StopKind stop = run_guard(run, replay, &c);
    bool is_right = stop == STOP_NONE && c.replay.answer == answer && (!why || strstr(c.why, why));
    if (!is_right) printf("# answer %d: %s\n", (int)c.replay.answer, stop == STOP_NONE ? c.why : run_reason(run));
    run_free(run);
    return is_right ? c.replay.states : 0;
}

#define SAFE(text) CHECK(states_of((text), 0, REPLAY_SAFE, NULL))
#define FAILS(text) CHECK(states_of((text), 0, REPLAY_ERROR, "can fail"))
#define OPEN(text) CHECK(states_of((text), 0, REPLAY_OPEN, "as far as values are known"))

/* Two threads, of which the second looks. */
#define TWO(first, second)                                                                                             \
    "shared u8 x = 0, y = 0; input u8 n; input bool b;\n"                                                              \
    "automaton a 1 { local u8 t = 0; location 0; location 1; location 2; location 3; entry 0;\n" first " }\n"          \
    "automaton z 1 { local u8 t = *; location 0; location 1; location 2; location 3 `error`; entry 0;\n" second " }\n"

TEST(all_orders_of_steps_are_taken)
{
    FAILS(TWO("edge 0 -> 1 do x = 1; edge 1 -> 2 do x = 0;", "edge 0 -> 3 when x == 1 error;"));
    SAFE(TWO("edge 0 -> 1 do x = 1; edge 1 -> 2 do x = 0;", "edge 0 -> 3 when x == 2 error;"));
    FAILS(TWO("edge 0 -> 1 do t = x; edge 1 -> 2 do x = t + 1;",
              "edge 0 -> 1 do t = x; edge 1 -> 2 do x = t + 1; edge 2 -> 3 when x == 1 error;"));
}

/* A thread that goes round by itself does not keep another from its error, nor does one that can go no further. */
TEST(a_thread_that_is_moved_alone_does_not_hide_others)
{
    FAILS(TWO("edge 0 -> 1 do t = 0; edge 1 -> 0 do t = 1;", "edge 0 -> 1; edge 1 -> 3 error;"));
    FAILS(TWO("edge 0 -> 1 when t == 1;", "edge 0 -> 1 do y = 1; edge 1 -> 3 error;"));
    FAILS(TWO("edge 0 -> 1 when n == 1;", "edge 0 -> 1 do y = 1; edge 1 -> 3 error;"));
    FAILS(TWO("edge 0 -> 1 when t == 0; edge 0 -> 2 when t != 0; edge 1 -> 3 do x = 1;",
              "edge 0 -> 3 when x == 1 error;"));
}

/* An atomic location stops the others, also one that is entered by a step of locals only. */
TEST(an_atomic_section_is_not_interrupted)
{
    static const char head[] =
        "shared u8 x = 0;\n"
        "automaton a 1 { local u8 t = 0; location 0; location 1%s; location 2%s; location 3; entry 0;\n"
        "  edge 0 -> 1 do t = 1; edge 1 -> 2 do x = t; edge 2 -> 3 do x = 0; }\n"
        "automaton z 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x == 1 error; }\n";
    char text[600];
    snprintf(text, sizeof text, head, " atomic", " atomic");
    SAFE(text);
    snprintf(text, sizeof text, head, " atomic", "");
    FAILS(text);
    /* Nobody moves once a thread is stuck in one. */
    FAILS("automaton a 1 { location 0; location 1 atomic; entry 0; edge 0 -> 1; }\n"
          "automaton z 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 error; }\n");
    SAFE("shared u8 x = 0;\n"
         "automaton a 1 { location 0; location 1 atomic; location 2; entry 0; edge 0 -> 1 do x = 1;\n"
         "  edge 1 -> 2 when x == 2; }\n"
         "automaton z 1 { location 0; location 1 `error`; entry 0; edge 0 -> 1 when x == 1 error; }\n");
}

/* Values of a few bits are tried. Of wider ones only samples, and an error of one of these is an error. */
TEST(values_that_are_not_known)
{
    SAFE(TWO("edge 0 -> 1 do x = n; edge 1 -> 2 do x = 0; edge 2 -> 3 do y = 1;",
             "edge 0 -> 3 when y == 2 && x == n error;"));
    FAILS(TWO("edge 0 -> 1 when b do x = 1; edge 0 -> 1 when !b do x = 2;", "edge 0 -> 3 when x == 2 error;"));
    SAFE(TWO("edge 0 -> 1 do x = b ? (u8)1 : (u8)2;", "edge 0 -> 3 when x == 3 error;"));
    FAILS(TWO("edge 0 -> 1 do x = n;", "edge 0 -> 3 when x == 1 error;"));
    OPEN(TWO("edge 0 -> 1 do x = n;", "edge 0 -> 3 when x == 77 error;"));
    OPEN(TWO("edge 0 -> 1 when n == n + t do x = n;", "edge 0 -> 3 when x * x == 3 error;"));
    SAFE("shared u2 x = *, y = *; automaton z 1 { location 0; location 1; location 2 `error`; entry 0;\n"
         "  edge 0 -> 1 when x == y; edge 1 -> 2 when x != y error; }\n");
    FAILS("shared u32 x = *, y = *; automaton z 1 { location 0; location 1; location 2 `error`; entry 0;\n"
          "  edge 0 -> 1 when x != y; edge 1 -> 2 error; }\n");
    OPEN("shared u32 x = *, y = *; automaton z 1 { location 0; location 1; location 2 `error`; entry 0;\n"
         "  edge 0 -> 1 when x == y; edge 1 -> 2 when x != y error; }\n");
}

TEST(locals_that_are_read_are_kept)
{
    FAILS(TWO("edge 0 -> 1 do x = 3; edge 1 -> 2 do x = 0;",
              "edge 0 -> 1 do t = x; edge 1 -> 2 when x == 0; edge 2 -> 3 when t == 3 error;"));
    SAFE(TWO("edge 0 -> 1 do x = 3; edge 1 -> 2 do x = 0;",
             "edge 0 -> 1 do t = x; edge 1 -> 2 when x == 0; edge 2 -> 3 when t == 2 error;"));
}

TEST(threads_that_are_started_are_counted)
{
    static const char two[] = "shared u8 c = 0;\n"
                              "automaton m 1 { location 0; location 1; location 2; entry 0; edge 0 -> 1 spawn w(1); "
                              "edge 1 -> 2 spawn w(2); }\n"
                              "automaton w 0 (u8 p) { location 0; location 1; location 2 `error`; entry 0;\n"
                              "  edge 0 -> 1 do c = c + p; edge 1 -> 2 when c > 3 error; }\n";
    CHECK(states_of(two, 2, REPLAY_SAFE, NULL));
    CHECK(states_of(two, 1, REPLAY_ERROR, "starts more threads than claimed"));
    CHECK_EQ_INT(states_of("automaton w * { location 0; entry 0; }\n", 1, REPLAY_OPEN, "any number of threads"), 0);
}

TEST(work_is_bounded)
{
    CHECK(states_of(
        "shared u32 x = 0; automaton a 1 { location 0; location 1 `error`; entry 0; edge 0 -> 0 do x = x + 1;\n"
        "  edge 0 -> 1 when x == 4000000000 error; }\n",
        0, REPLAY_OPEN, "more than 50000 states"));
    CHECK_EQ_INT(states_of("shared u8 x = 0, y = 0; automaton a 1 { location 0; location 1 `error`; entry 0; edge 0 -> "
                           "0 do x = x + 1;\n"
                           "  edge 0 -> 1 when y == 1 error; }\n",
                           0, REPLAY_SAFE, NULL),
                 256);
}

TAP_MAIN();
