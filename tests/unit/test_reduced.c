/* Searches in few orders of the steps find an error exactly where searches in all orders do, on abstractions of small
 * programs by their guards. */
#include "engines/symmpa/abstraction/exact.h"
#include "engines/symmpa/explore/counter.h"
#include "program/analysis/merge.h"
#include "program/analysis/slice.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Case {
    const char *text;
    uint32_t n, predicates; /* the guards of the first edges, so many of them */
    ExploreResult all, few;
    uint64_t all_states, few_states;
} Case;

static Predicates *guards_of(Program *p, uint32_t count)
{
    Predicates *set = predicates_new(p);
    for (uint32_t i = 0; i < p->edges.count && set->all.count < count; i++)
        predicates_add(set, p->edges.data[i].guard);
    return set;
}

static void explore(Run *run, void *arg)
{
    Case *c = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", c->text, strlen(c->text), false);
    Program *merged = merge_program(slice_program(p, true), true, true);
    program_infer_cardinality(merged);
    Exact *exact = exact_new(merged, guards_of(merged, c->predicates), smt_new(p->tm), true);
    AbstractTrace trace;
    Oracle all = exact_oracle(exact), few = exact_reduced_oracle(exact);
    c->all = counter_explore(run, &all, c->n, 100000, &trace, &c->all_states, NULL);
    c->few = counter_explore(run, &few, c->n, 100000, &trace, &c->few_states, NULL);
}

/* How many states were saved, over n = 1 to 3, and no predicate up to all. */
static uint64_t agree(const char *text)
{
    uint64_t saved = 0;
    for (uint32_t n = 1; n <= 3; n++)
        for (uint32_t predicates = 0; predicates < 8; predicates++) {
            Run *run = run_new();
            Case c = {.text = text, .n = n, .predicates = predicates};
            CHECK_EQ_INT(run_guard(run, explore, &c), STOP_NONE);
            if (c.all != c.few) printf("# n = %u, %u predicates: %s\n", n, predicates, text);
            CHECK_EQ_INT(c.few, c.all);
            if (c.all == EXPLORE_SAFE) {
                CHECK(c.few_states <= c.all_states);
                saved += c.all_states - c.few_states;
            }
            run_free(run);
        }
    return saved;
}

TEST(same_answer)
{
    agree("shared u3 s = 0; local u3 l = 1; 1: assert s != l; 2: s = s + 1;");
    agree("shared u3 s = 0; shared bool t = 0; local u3 l = 0;"
          "1: if (*) 2: if (t) 3: assert s != l; 4: l = s + 1; 5: t = 1;");
    agree("shared bool x = false, y = false;"
          "if (*) { atomic { x = true; assume y; assert false; } } else y = true;");
    agree("shared bool lock = false; shared u2 c = 0; local u2 l = 0;"
          "atomic { assume !lock; lock = true; } l = c; c = l + 1; assert c == l + 1; lock = false;");
    agree("shared bool lock = false; shared u2 c = 0; local u2 l = 0; l = c; c = l + 1; assert c == l + 1;");
}

/* A thread that goes round for ever must not keep the others from moving; one that waits must not count as active. */
TEST(nobody_is_ignored)
{
    agree("shared bool a = false, x = false;"
          "if (*) { while (true) { a = !a; } } else { x = true; assert !x; }");
    agree(
        "shared u2 a = 0, b = 0;"
        "if (*) { while (true) { a = a + 1; } } else if (*) { while (b != 2) { b = b + 1; } } else { assert b != 3; }");
    agree("shared u2 turn = 0; shared u2 a = 0;"
          "if (*) { assume turn == 0; a = 1; turn = 1; } else { assume turn == 1; assert a == 0; }");
}

/* Threads with variables of their own, and a main thread that reads them when they are done. */
TEST(independent_threads_run_one_after_the_other)
{
    uint64_t saved =
        agree("shared u2 a = 0, b = 0; shared bool a_done = false, b_done = false;"
              "template one { a = 1; a = a + 1; a = a + 1; assume a == 3; a_done = true; }"
              "template two { b = 1; b = b + 1; b = b + 1; assume b == 3; b_done = true; }"
              "template main 1 { spawn one(); spawn two(); assume a_done; assume b_done; assert a == b; }");
    CHECK(saved > 0);
}

TAP_MAIN();
