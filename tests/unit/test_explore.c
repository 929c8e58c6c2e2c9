/* Explorers against brute force over tuples, on random abstract systems with broadcasts that may block. */
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/rng.h"
#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/explore/view.h"
#include "tap.h"

#define SHARED 3
#define LOCALS 5
#define MOVES 4

/* A random system: tables instead of a program. Local parts 0..LOCALS-1; the last one may be single (a main thread). */
typedef struct Table {
    Run *run;
    bool has_main, atomic[LOCALS];
    uint32_t move_count[SHARED][LOCALS];
    Move moves[SHARED][LOCALS][MOVES];
    uint32_t reply_count[SHARED][LOCALS][MOVES][LOCALS];
    uint32_t replies[SHARED][LOCALS][MOVES][LOCALS][2];
    uint32_t start[2], start_count, main_start[1];
    InitialThreads threads[2];
    InitialState initial;
} Table;

#define MAIN (LOCALS - 1)

static uint32_t table_initial(void *self, const InitialState **states)
{
    Table *t = self;
    *states = &t->initial;
    return 1;
}

static uint32_t table_moves(void *self, uint32_t shared, uint32_t local, const Move **moves)
{
    Table *t = self;
    *moves = t->moves[shared][local];
    return t->move_count[shared][local];
}

static uint32_t table_passive(void *self, uint32_t shared, uint32_t local, const Move *move, uint32_t passive,
                              const uint32_t **locals)
{
    Table *t = self;
    *locals = t->replies[shared][local][move->edge][passive];
    return t->reply_count[shared][local][move->edge][passive];
}

static LocalInfo table_info(void *self, uint32_t local)
{
    Table *t = self;
    return (LocalInfo){t->has_main && local == MAIN, t->atomic[local], false, false};
}

static uint32_t random_worker(Table *t, Rng *rng) { return rng_below(rng, t->has_main ? LOCALS - 1 : LOCALS); }

static void random_move(Table *t, Rng *rng, uint32_t s, uint32_t l, uint32_t k)
{
    Move *m = &t->moves[s][l][k];
    bool is_main = t->has_main && l == MAIN;
    *m = (Move){k,        rng_below(rng, SHARED),  is_main ? MAIN : random_worker(t, rng),
                NO_LOCAL, rng_below(rng, 40) == 0, rng_below(rng, 2) == 0,
                0};
    if (rng_below(rng, is_main ? 2 : 6) == 0) m->child = random_worker(t, rng);
    for (uint32_t p = 0; p < LOCALS; p++) {
        uint32_t n = rng_below(rng, 8) == 0 ? 0 : 1 + (rng_below(rng, 4) == 0);
        t->reply_count[s][l][k][p] = n;
        for (uint32_t i = 0; i < n; i++)
            t->replies[s][l][k][p][i] = t->has_main && p == MAIN ? MAIN : random_worker(t, rng);
    }
}

static void random_table(Table *t, Run *run, Rng *rng)
{
    memset(t, 0, sizeof *t);
    t->run = run;
    t->has_main = rng_below(rng, 2);
    for (uint32_t l = 0; l < LOCALS; l++)
        t->atomic[l] = rng_below(rng, 8) == 0 && !(t->has_main && l == MAIN);
    for (uint32_t s = 0; s < SHARED; s++)
        for (uint32_t l = 0; l < LOCALS; l++) {
            t->move_count[s][l] = rng_below(rng, 3);
            for (uint32_t k = 0; k < t->move_count[s][l]; k++)
                random_move(t, rng, s, l, k);
        }
    t->start[0] = random_worker(t, rng);
    t->start[1] = random_worker(t, rng);
    t->start_count = t->start[0] == t->start[1] ? 1 : 1 + rng_below(rng, 2);
    t->main_start[0] = MAIN;
    t->initial.shared = rng_below(rng, SHARED);
    t->initial.threads = t->threads;
    /* No initial thread stands at an atomic location, as in programs. */
    for (uint32_t i = 0; i < 2; i++)
        t->atomic[t->start[i]] = false;
    for (uint32_t s = 0; s < SHARED; s++)
        for (uint32_t l = 0; l < LOCALS; l++)
            for (uint32_t k = 0; k < t->move_count[s][l]; k++) {
                Move *m = &t->moves[s][l][k];
                if (m->child != NO_LOCAL && t->atomic[m->child]) m->child = NO_LOCAL;
                for (uint32_t p = 0; p < LOCALS; p++) /* a passive thread does not enter or leave a section */
                    for (uint32_t i = 0; i < t->reply_count[s][l][k][p]; i++)
                        if (t->atomic[p] != t->atomic[t->replies[s][l][k][p][i]]) t->replies[s][l][k][p][i] = p;
            }
    if (t->has_main)
        t->threads[t->initial.count++] = (InitialThreads){false, t->main_start, 1};
    else
        t->threads[t->initial.count++] = (InitialThreads){true, t->start, t->start_count};
}

/* ---- brute force over tuples: [shared, local of thread 0, 1, ...] ---- */

typedef struct Brute {
    Table *t;
    Intern states;
    uint32_t n, initial_total;
    bool error;
} Brute;

static void brute_passives(Brute *b, const uint32_t *from, uint32_t length, uint32_t active, uint32_t move, uint32_t at,
                           uint32_t *to, uint32_t to_length)
{
    const Move *m = &b->t->moves[from[0]][from[active]][move];
    if (at == length) {
        intern_add(&b->states, to, to_length, NULL);
        return;
    }
    if (at == active) {
        brute_passives(b, from, length, active, move, at + 1, to, to_length);
        return;
    }
    if (!m->broadcast) {
        to[at] = from[at];
        brute_passives(b, from, length, active, move, at + 1, to, to_length);
        return;
    }
    uint32_t n = b->t->reply_count[from[0]][from[active]][move][from[at]];
    for (uint32_t i = 0; i < n; i++) {
        to[at] = b->t->replies[from[0]][from[active]][move][from[at]][i];
        brute_passives(b, from, length, active, move, at + 1, to, to_length);
    }
}

static void brute_expand(Brute *b, uint32_t id)
{
    uint32_t length, from[16], to[16];
    const uint32_t *key = intern_key(&b->states, id, &length);
    memcpy(from, key, length * sizeof *key);
    bool atomic = false;
    for (uint32_t i = 1; i < length; i++)
        atomic |= b->t->atomic[from[i]];
    for (uint32_t a = 1; a < length; a++) {
        if (atomic && !b->t->atomic[from[a]]) continue;
        for (uint32_t k = 0; k < b->t->move_count[from[0]][from[a]]; k++) {
            const Move *m = &b->t->moves[from[0]][from[a]][k];
            if (m->error) {
                b->error = true;
                continue;
            }
            uint32_t n = length;
            to[0] = m->shared;
            to[a] = m->local;
            if (m->child != NO_LOCAL && length - 1 - b->initial_total < b->n) to[n++] = m->child;
            brute_passives(b, from, length, a, k, 1, to, n);
        }
    }
}

static bool brute_error(Table *t, uint32_t n)
{
    Brute b = {.t = t, .n = n, .initial_total = t->has_main ? 1 : n};
    intern_init(t->run, &b.states);
    uint32_t choices = 1, state[16];
    for (uint32_t i = 0; i < n && !t->has_main; i++)
        choices *= t->start_count;
    for (uint32_t c = 0; c < choices; c++) {
        uint32_t code = c;
        state[0] = t->initial.shared;
        if (t->has_main) state[1] = MAIN;
        for (uint32_t i = 0; i < n && !t->has_main; i++, code /= t->start_count)
            state[1 + i] = t->start[code % t->start_count];
        intern_add(&b.states, state, 1 + b.initial_total, NULL);
    }
    for (uint32_t id = 0; id < b.states.count && !b.error; id++)
        brute_expand(&b, id);
    intern_clear(&b.states);
    return b.error;
}

/* ---- the test ---- */

static void check_trace(const AbstractTrace *trace)
{
    CHECK(trace->steps.count >= 1);
    uint32_t threads = trace->initial_threads;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        CHECK(trace->steps.data[i].thread < threads);
        if (trace->steps.data[i].child != NO_LOCAL) CHECK_EQ_INT(trace->steps.data[i].child, threads++);
    }
}

static uint32_t errors, proofs;

static void check_table(Table *t)
{
    Oracle oracle = {t, table_initial, table_moves, table_passive, table_info, NULL, NULL, NULL};
    bool any = false;
    for (uint32_t n = 1; n <= 3; n++) {
        bool expected = brute_error(t, n);
        AbstractTrace trace;
        uint64_t states;
        ExploreResult r = counter_explore(t->run, &oracle, n, 100000, &trace, &states, NULL);
        CHECK_EQ_INT(r, expected ? EXPLORE_ERROR : EXPLORE_SAFE);
        if (r == EXPLORE_ERROR) check_trace(&trace);
        any |= expected;
    }
    errors += any;
    for (uint32_t k = 1; k <= 3; k++) {
        uint64_t views;
        ExploreResult r = view_explore(t->run, &oracle, k, 1000000, &views, NULL);
        if (any) CHECK_EQ_INT(r, EXPLORE_ERROR);
        proofs += r == EXPLORE_SAFE;
    }
}

TEST(counter_and_view_agree_with_brute_force)
{
    Rng rng = {20240607};
    int tables = tap_count(500);
    for (int i = 0; i < tables; i++) {
        Run *run = run_new();
        Table t;
        random_table(&t, run, &rng);
        check_table(&t);
        run_free(run);
    }
    CHECK((int)errors > tables / 10);
    CHECK((int)proofs > tables / 10);
}

TEST(counter_says_when_the_limit_is_hit)
{
    Run *run = run_new();
    Rng rng = {7};
    Table t;
    do
        random_table(&t, run, &rng);
    while (brute_error(&t, 2));
    Oracle oracle = {&t, table_initial, table_moves, table_passive, table_info, NULL, NULL, NULL};
    AbstractTrace trace;
    uint64_t states;
    CHECK_EQ_INT(counter_explore(run, &oracle, 2, 0, &trace, &states, NULL), EXPLORE_LIMIT);
    run_free(run);
}

TAP_MAIN();
