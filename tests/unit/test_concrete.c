/* The search of concrete states against the interpreter, on programs whose inputs it tries all; and errors far away. */
#include "engines/symmpa/refine/concrete.h"

#include "program/analysis/merge.h"
#include "program/analysis/slice.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Case {
    const char *text;
    uint32_t n;
    uint64_t limit;
    bool merge;
    bool exhaustive; /* ask the interpreter as well */
    ConcreteResult result;
    bool expected;
} Case;

static void search(Run *run, void *arg)
{
    Case *c = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    Program *merged = merge_program(slice_program(p, c->merge), c->merge, true);
    program_infer_cardinality(merged);
    Dependence *d = dependence_new(merged);
    dependence_know_all(d);
    Trace trace;
    c->result = concrete_search(merged, d, c->n, c->limit, &trace);
    if (c->exhaustive) c->expected = interpreter_search(interpreter_new(p), c->n, 1000000).error_reachable;
    if (!c->result.found) return;
    CHECK(trace.steps.count > 0);
    CHECK(merged->edges.data[vec_last(&trace.steps).edge.i].is_error);
    for (uint32_t i = 0; i < trace.steps.count; i++)
        CHECK(trace.steps.data[i].thread < trace.initial.count + c->n);
}

static Case run_case(const char *text, uint32_t n, uint64_t limit, bool merge, bool exhaustive)
{
    Run *run = run_new();
    Case c = {.text = text, .n = n, .limit = limit, .merge = merge, .exhaustive = exhaustive};
    CHECK_EQ_INT(run_guard(run, search, &c), STOP_NONE);
    run_free(run);
    return c;
}

/* Same answer as the interpreter for n = 1, 2, 3. */
static void agree(const char *text)
{
    for (uint32_t n = 1; n <= 3; n++)
        for (int merge = 0; merge < 2; merge++) {
            Case c = run_case(text, n, 1000000, merge, true);
            if (c.result.found != c.expected) printf("# n = %u, merge = %d: %s\n", n, merge, text);
            CHECK_EQ_INT(c.result.found, c.expected);
        }
}

TEST(agrees_with_the_interpreter)
{
    agree("shared u3 s = 0; local u3 l = 1; 1: assert s != l; 2: s = s + 1;");
    agree("shared u3 s = 0; shared bool t = 0; local u3 l = 0;"
          "1: if (*) 2: if (t) 3: assert s != l; 4: l = s + 1; 5: t = 1;");
    agree("shared u2 r = 0; shared u1 f = 0; ++r; if (r == 1) { assert f == 0; f = 1; }");
    agree("shared bool x = false, y = false;"
          "if (*) { atomic { x = true; assume y; assert false; } } else y = true;");
    agree("shared bool x = false, y = false;"
          "if (*) { atomic { x = true; assume y; assert false; } } else { assume x; y = true; }");
}

TEST(waiting_threads_are_no_hindrance)
{
    agree("shared u2 turn = 0; shared u2 a = 0;"
          "if (*) { assume turn == 0; a = 1; turn = 1; } else { assume turn == 1; assert a == 0; }");
    agree("shared bool lock = false; shared u2 c = 0; local u2 l = 0;"
          "atomic { assume !lock; lock = true; } l = c; c = l + 1; assert c == l + 1; lock = false;");
    agree("shared bool lock = false; shared u2 c = 0; local u2 l = 0;"
          "l = c; c = l + 1; assert c == l + 1;");
}

/* Going round inside of an atomic section lets nobody else in. */
TEST(atomic_sections_hold)
{
    agree("shared u2 x = 0;"
          "if (*) { atomic { x = 1; while (*) { x = x + 1; } x = 0; } } else { assert x == 0; }");
    agree("shared bool x = false; local bool l = false;"
          "if (*) { atomic { x = true; while (true) { l = !l; } } } else { assert !x; }");
}

/* A thread that goes round for ever by itself must not keep the others from moving. */
TEST(nobody_is_ignored)
{
    agree("shared bool a = false, x = false;"
          "if (*) { while (true) { a = !a; } } else { x = true; assert !x; }");
    agree("shared u2 a = 0, b = 0;"
          "if (*) { while (true) { a = a + 1; } } else if (*) { while (true) { b = b + 1; } } else { assert b != 3; }");
}

/* Only the run in which two threads take turns all the way reaches the largest value. */
TEST(deep_errors_are_found_soon)
{
    const char *fib = "shared u32 i = 1, j = 1; shared u8 p = 0, q = 0;"
                      "template one { while (p < 11) { atomic { i = i + j; } p = p + 1; } }"
                      "template two { while (q < 11) { atomic { j = j + i; } q = q + 1; } }"
                      "template main 1 { spawn one(); spawn two(); assert i < 46368 && j < 46368; }";
    Case c = run_case(fib, 2, 100000, true, false);
    CHECK(c.result.found);
}

TEST(the_limit_holds)
{
    const char *big = "shared u32 s = 0; while (true) { s = s + 1; assert s != 4000000000; }";
    Case c = run_case(big, 2, 5000, true, false);
    CHECK(!c.result.found);
    CHECK(c.result.states <= 5000);
}

TAP_MAIN();
