/* Detectors of single runs: happens-before, circles of locks; and memory that is changed in place. */
#include "engines/dynamic/clocks.h"
#include "engines/dynamic/memory.h"
#include "engines/dynamic/order.h"
#include "tap.h"

/* ---- happens-before ---- */

typedef struct Seen {
    Run *run;
    Clocks *clocks;
    uint32_t count, before, after;
} Seen;

static void suspect(void *arg, uint32_t before, uint32_t after)
{
    Seen *s = arg;
    s->count++;
    s->before = before;
    s->after = after;
}

/* Thread 0 has started threads 1 and 2. */
static void begin(Seen *s)
{
    memset(s, 0, sizeof *s);
    s->run = run_new();
    s->clocks = clocks_new(s->run, suspect, s);
    clocks_start(s->clocks);
    clocks_add_thread(s->clocks, NO_PARENT);
    clocks_add_thread(s->clocks, 0);
    clocks_add_thread(s->clocks, 0);
}

static uint32_t end(Seen *s)
{
    uint32_t count = s->count;
    clocks_free(s->clocks);
    run_free(s->run);
    return count;
}

static void writes(Seen *s, uint32_t thread, uint32_t site)
{
    clocks_touch(s->clocks, thread, &(Touch){.object = 7, .from = 4, .bytes = 4, .is_write = true, .site = site});
}

static void reads(Seen *s, uint32_t thread, uint32_t site)
{
    clocks_touch(s->clocks, thread, &(Touch){.object = 7, .from = 4, .bytes = 4, .site = site});
}

TEST(unordered_accesses_are_suspected)
{
    Seen s;
    begin(&s);
    writes(&s, 1, 10);
    reads(&s, 2, 20);
    CHECK_EQ_INT(s.before, 10);
    CHECK_EQ_INT(s.after, 20);
    CHECK_EQ_INT(end(&s), 1);
}

TEST(two_reads_are_not)
{
    Seen s;
    begin(&s);
    reads(&s, 1, 10);
    reads(&s, 2, 20);
    CHECK_EQ_INT(end(&s), 0);
}

TEST(a_mutex_orders)
{
    Seen s;
    begin(&s);
    clocks_acquire(s.clocks, 1, 1, 0);
    writes(&s, 1, 10);
    clocks_release(s.clocks, 1, 1, 0);
    clocks_acquire(s.clocks, 2, 1, 0);
    writes(&s, 2, 20);
    clocks_release(s.clocks, 2, 1, 0);
    CHECK_EQ_INT(end(&s), 0);
}

TEST(another_mutex_does_not)
{
    Seen s;
    begin(&s);
    clocks_acquire(s.clocks, 1, 1, 3);
    writes(&s, 1, 10);
    clocks_release(s.clocks, 1, 1, 3);
    clocks_acquire(s.clocks, 2, 1, 4); /* another element of the array */
    writes(&s, 2, 20);
    CHECK_EQ_INT(end(&s), 1);
}

/* Readers release what they count, and acquire what a writer has released. */
TEST(readers_are_not_ordered_and_writers_are)
{
    Seen s;
    begin(&s);
    for (uint32_t t = 1; t <= 2; t++) {
        clocks_acquire(s.clocks, t, 1, 0); /* no writer */
        clocks_release(s.clocks, t, 2, 0); /* readers + 1 */
        writes(&s, t, t);
        clocks_release(s.clocks, t, 2, 0); /* readers - 1 */
    }
    CHECK_EQ_INT(s.count, 1);
    clocks_acquire(s.clocks, 0, 1, 0);
    clocks_acquire(s.clocks, 0, 2, 0); /* no readers */
    writes(&s, 0, 30);
    CHECK_EQ_INT(end(&s), 1);
}

TEST(starts_and_joins_order)
{
    Seen s;
    begin(&s);
    writes(&s, 0, 1); /* after the start of both */
    clocks_add_thread(s.clocks, 0);
    writes(&s, 3, 2); /* started after that */
    CHECK_EQ_INT(s.count, 0);
    clocks_release(s.clocks, 3, 9, 0); /* the end */
    clocks_acquire(s.clocks, 0, 9, 0); /* the join */
    writes(&s, 0, 3);
    CHECK_EQ_INT(s.count, 0);
    writes(&s, 1, 4);
    CHECK(end(&s) > 0);
}

TEST(atomic_accesses_race_with_plain_ones_only)
{
    Seen s;
    Touch atomic = {.object = 7, .from = 4, .bytes = 4, .is_write = true, .is_atomic = true, .site = 5};
    begin(&s);
    clocks_touch(s.clocks, 1, &atomic);
    clocks_touch(s.clocks, 2, &atomic);
    CHECK_EQ_INT(s.count, 0);
    reads(&s, 2, 6);
    CHECK_EQ_INT(end(&s), 1);
}

/* A barrier: all release, then all acquire. */
TEST(a_barrier_orders)
{
    Seen s;
    begin(&s);
    writes(&s, 1, 10);
    clocks_release(s.clocks, 1, 3, 0);
    clocks_release(s.clocks, 2, 3, 0);
    clocks_acquire(s.clocks, 1, 3, 0);
    clocks_acquire(s.clocks, 2, 3, 0);
    reads(&s, 2, 20);
    CHECK_EQ_INT(end(&s), 0);
}

TEST(bytes_count)
{
    Seen s;
    Touch low = {.object = 7, .from = 0, .bytes = 4, .is_write = true}, high = {.object = 7, .from = 4, .bytes = 4};
    Touch whole = {.object = 7, .is_write = true}, across = {.object = 7, .from = 6, .bytes = 8, .is_write = true};
    begin(&s);
    clocks_touch(s.clocks, 1, &low);
    clocks_touch(s.clocks, 2, &high);
    CHECK_EQ_INT(s.count, 0);
    clocks_touch(s.clocks, 1, &across);
    CHECK_EQ_INT(s.count, 1);
    clocks_touch(s.clocks, 2, &whole);
    CHECK(end(&s) > 1);
}

/* ---- circles of locks ---- */

static bool count_circle(void *arg, const Circle *circle)
{
    ((uint32_t *)arg)[circle->count]++;
    return true;
}

static void nest(LockGraph *g, uint32_t thread, uint32_t first, uint32_t second)
{
    order_take(g, thread, first);
    order_take(g, thread, second);
    order_give(g, thread, second);
    order_give(g, thread, first);
}

/* counts[k]: circles of k dependencies. */
static void count_circles(LockGraph *g, uint32_t counts[CIRCLE_MOST + 1])
{
    memset(counts, 0, (CIRCLE_MOST + 1) * sizeof *counts);
    order_for_each_circle(g, count_circle, counts);
    order_free(g);
}

TEST(two_orders_are_a_circle)
{
    uint32_t counts[CIRCLE_MOST + 1];
    LockGraph g = {.run = run_new()};
    order_start(&g);
    nest(&g, 1, 100, 200);
    nest(&g, 2, 200, 100);
    nest(&g, 2, 200, 300);
    Run *run = g.run;
    count_circles(&g, counts);
    CHECK_EQ_INT(counts[2], 1);
    CHECK_EQ_INT(counts[3], 0);
    run_free(run);
}

TEST(one_thread_or_one_order_is_none)
{
    uint32_t counts[CIRCLE_MOST + 1];
    LockGraph g = {.run = run_new()};
    order_start(&g);
    nest(&g, 1, 100, 200);
    nest(&g, 1, 200, 100); /* the same thread */
    nest(&g, 2, 100, 200);
    Run *run = g.run;
    count_circles(&g, counts);
    CHECK_EQ_INT(counts[2], 1); /* of threads 1 and 2 */
    run_free(run);
}

TEST(a_gate_excludes_a_circle)
{
    uint32_t counts[CIRCLE_MOST + 1];
    LockGraph g = {.run = run_new()};
    order_start(&g);
    for (uint32_t t = 1; t <= 2; t++) {
        order_take(&g, t, 5);
        nest(&g, t, t == 1 ? 100 : 200, t == 1 ? 200 : 100);
        order_give(&g, t, 5);
    }
    Run *run = g.run;
    count_circles(&g, counts);
    CHECK_EQ_INT(counts[2], 0);
    run_free(run);
}

TEST(three_threads_may_be_a_circle)
{
    uint32_t counts[CIRCLE_MOST + 1];
    LockGraph g = {.run = run_new()};
    order_start(&g);
    nest(&g, 1, 1, 2);
    nest(&g, 2, 2, 3);
    nest(&g, 3, 3, 1);
    Run *run = g.run;
    count_circles(&g, counts);
    CHECK_EQ_INT(counts[2], 0);
    CHECK_EQ_INT(counts[3], 1);
    run_free(run);
}

/* ---- memory ---- */

TEST(arrays_keep_what_is_stored)
{
    Run *run = run_new();
    Cells a = {0}, b = {0};
    for (uint64_t i = 0; i < 1000; i++)
        cells_set(run, &a, i * i * UINT64_C(0x100000001), i);
    for (uint64_t i = 0; i < 1000; i++)
        CHECK_EQ_INT(cells_get(&a, i * i * UINT64_C(0x100000001)), i);
    CHECK_EQ_INT(cells_get(&a, 3), 0);
    cells_copy(run, &b, &a);
    cells_fill(&a, 8);
    CHECK_EQ_INT(cells_get(&a, 4), 8);
    CHECK_EQ_INT(cells_get(&b, 4 * UINT64_C(0x100000001)), 2);
    cells_free(run, &a);
    cells_free(run, &b);
    run_free(run);
}

TAP_MAIN();
