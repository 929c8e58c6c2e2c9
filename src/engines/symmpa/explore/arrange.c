#include "engines/symmpa/explore/arrange.h"

#include <string.h>

#include "base/check.h"

typedef VEC(uint32_t) LocalWords;

typedef struct Arranger {
    Run *run;
    const Oracle *oracle;
    uint32_t n;
    uint32_t shared;
    LocalWords locals; /* by thread */
    LocalWords next;   /* the same after the step under construction */
    LocalWords target; /* counters that are still to be met: (local, count)* */
    const CounterStep *step;
    uint32_t active;          /* the thread that takes it */
    LocalWords before, after; /* of passive threads, for joint moves */
} Arranger;

static void load_counters(Arranger *a, const CounterPath *path, uint32_t state, uint32_t *shared)
{
    CHECK(state < path->starts.count);
    uint32_t from = path->starts.data[state];
    uint32_t to = state + 1 < path->starts.count ? path->starts.data[state + 1] : path->words.count;
    *shared = path->words.data[from];
    vec_clear(&a->target);
    for (uint32_t i = from + 1; i < to; i++)
        vec_push(a->run, &a->target, path->words.data[i]);
    CHECK(a->target.count % 2 == 0);
}

/* Has each counter been met? */
static bool are_met(const Arranger *a)
{
    for (uint32_t i = 1; i < a->target.count; i += 2)
        if (a->target.data[i]) return false;
    return true;
}

static bool take_counter(Arranger *a, uint32_t local)
{
    for (uint32_t i = 0; i < a->target.count; i += 2) {
        if (a->target.data[i] != local || !a->target.data[i + 1]) continue;
        a->target.data[i + 1]--;
        return true;
    }
    return false;
}

static void give_counter(Arranger *a, uint32_t local)
{
    for (uint32_t i = 0; i < a->target.count; i += 2)
        if (a->target.data[i] == local) a->target.data[i + 1]++;
}

static bool allows_reply(Arranger *a, uint32_t before, uint32_t after)
{
    const CounterStep *s = a->step;
    if (!s->move.joint) return true;
    CHECK(s->move.broadcast && a->before.count == a->after.count);
    vec_push(a->run, &a->before, before);
    vec_push(a->run, &a->after, after);
    if (a->oracle->allows(a->oracle->self, a->shared, s->active, &s->move, a->before.data, a->after.data,
                          a->before.count))
        return true;
    (void)vec_pop(&a->before);
    (void)vec_pop(&a->after);
    return false;
}

static void forget_reply(Arranger *a)
{
    if (!a->step->move.joint) return;
    CHECK(a->before.count == a->after.count);
    (void)vec_pop(&a->before);
    (void)vec_pop(&a->after);
}

/* Without a broadcast passive threads stay as they are. */
static bool keep_passive(Arranger *a)
{
    for (uint32_t t = 0; t < a->locals.count; t++)
        if (t != a->active && !take_counter(a, a->locals.data[t])) return false;
    return true;
}

/* Chooses replies of the passive threads from `at` on so that the counters are met. */
static bool assign_replies(Arranger *a, uint32_t at)
{
    run_poll(a->run);
    if (at == a->active) at++;
    CHECK(a->next.count == a->locals.count);
    if (at >= a->locals.count) return true;
    const uint32_t *answer;
    uint32_t own = a->locals.data[at];
    uint32_t n = a->oracle->passive(a->oracle->self, a->shared, a->step->active, &a->step->move, own, &answer);
    uint32_t *replies = run_alloc(a->run, (n + 1) * sizeof *replies);
    for (uint32_t r = 0; r < n; r++)
        replies[r] = answer[r];
    bool done = false;
    for (uint32_t r = 0; r < n && !done; r++) {
        if (!take_counter(a, replies[r])) continue;
        a->next.data[at] = replies[r];
        bool allowed = allows_reply(a, own, replies[r]);
        done = allowed && assign_replies(a, at + 1);
        if (allowed && !done) forget_reply(a);
        if (!done) give_counter(a, replies[r]);
    }
    run_release(a->run, replies);
    return done;
}

static uint32_t choose_thread_at(const Arranger *a, uint32_t local, uint32_t preferred)
{
    if (preferred < a->locals.count && a->locals.data[preferred] == local) return preferred;
    for (uint32_t t = 0; t < a->locals.count; t++)
        if (a->locals.data[t] == local) return t;
    run_check_failed(a->run, __FILE__, __LINE__, "the thread of a step is there");
}

static void arrange_initial(Arranger *a, const CounterPath *path, AbstractTrace *trace)
{
    const InitialState *states;
    load_counters(a, path, 0, &a->shared);
    uint32_t n = a->oracle->initial(a->oracle->self, &states), i = 0, total = 0;
    while (i + 1 < n && states[i].shared != a->shared)
        i++;
    for (uint32_t c = 1; c < a->target.count; c += 2)
        total += a->target.data[c];
    trace->initial_kinds = run_alloc(a->run, (total + 1) * sizeof *trace->initial_kinds);
    for (uint32_t k = 0; k < states[i].count; k++) {
        const InitialThreads *t = &states[i].threads[k];
        uint32_t left = t->many ? a->n : 1;
        for (uint32_t c = 0; c < t->count && left; c++)
            for (; left && take_counter(a, t->locals[c]); left--) {
                vec_push(a->run, &a->locals, t->locals[c]);
                trace->initial_kinds[trace->initial_threads++] = k;
            }
    }
    RUN_CHECK(a->run, trace->initial_threads == total);
    CHECK(are_met(a) && a->locals.count == total && states[i].shared == a->shared);
}

static void save_state(Arranger *a, AbstractTrace *trace)
{
    CHECK(a->locals.count >= trace->initial_threads); /* threads never vanish */
    vec_push(a->run, &trace->states, a->shared);
    vec_push(a->run, &trace->states, a->locals.count);
    for (uint32_t t = 0; t < a->locals.count; t++)
        vec_push(a->run, &trace->states, a->locals.data[t]);
}

static void swap_words(LocalWords *a, LocalWords *b)
{
    LocalWords w = *a;
    *a = *b;
    *b = w;
}

/* Replies that lead from a.locals to the counters of the state, into a.next. */
static bool try_arranged_step(Arranger *a, const CounterPath *path, uint32_t to, const CounterStep *step)
{
    uint32_t shared;
    CHECK(a->active < a->locals.count);
    load_counters(a, path, to, &shared);
    a->step = step;
    vec_clear(&a->next);
    for (uint32_t t = 0; t < a->locals.count; t++)
        vec_push(a->run, &a->next, a->locals.data[t]);
    a->next.data[a->active] = step->move.local;
    vec_clear(&a->before);
    vec_clear(&a->after);
    if (shared != step->move.shared || !take_counter(a, step->move.local)) return false;
    if (step->move.child != NO_LOCAL && !take_counter(a, step->move.child)) return false;
    return step->move.broadcast ? assign_replies(a, 0) : keep_passive(a);
}

static void take_arranged_step(Arranger *a, const CounterPath *path, uint32_t i, uint32_t *last, AbstractTrace *trace)
{
    const CounterStep *step = &path->steps.data[i];
    a->active = choose_thread_at(a, step->active, *last);
    *last = a->active;
    CHECK(a->locals.data[a->active] == step->active);
    CHECK(step->move.error == (i + 1 == path->steps.count)); /* the last is the error */
    AbstractStep taken = {a->active, step->move.edge, NO_LOCAL};
    if (!step->move.error) {
        RUN_CHECK(a->run, try_arranged_step(a, path, i + 1, step));
        CHECK(are_met(a));
        if (step->move.child != NO_LOCAL) {
            taken.child = a->next.count;
            vec_push(a->run, &a->next, step->move.child);
        }
        swap_words(&a->locals, &a->next);
        a->shared = step->move.shared;
    }
    vec_push(a->run, &trace->steps, taken);
}

static void arranger_clear(Arranger *a)
{
    vec_free(a->run, &a->locals);
    vec_free(a->run, &a->next);
    vec_free(a->run, &a->target);
    vec_free(a->run, &a->before);
    vec_free(a->run, &a->after);
}

void arrange_threads(Run *run, const Oracle *oracle, uint32_t n, const CounterPath *path, AbstractTrace *trace)
{
    Arranger a;
    memset(&a, 0, sizeof a);
    memset(trace, 0, sizeof *trace);
    a.run = run;
    a.oracle = oracle;
    a.n = n;
    CHECK(path->starts.count == path->steps.count && path->steps.count > 0);
    arrange_initial(&a, path, trace);
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < path->steps.count; i++) {
        save_state(&a, trace);
        take_arranged_step(&a, path, i, &last, trace);
    }
    arranger_clear(&a);
}

bool counter_step_fits(Run *run, const Oracle *oracle, const CounterPath *path, uint32_t from, const CounterStep *step)
{
    Arranger a;
    memset(&a, 0, sizeof a);
    a.run = run;
    a.oracle = oracle;
    load_counters(&a, path, from, &a.shared);
    for (uint32_t i = 0; i < a.target.count; i += 2)
        for (uint32_t c = 0; c < a.target.data[i + 1]; c++)
            vec_push(run, &a.locals, a.target.data[i]);
    a.active = choose_thread_at(&a, step->active, UINT32_MAX);
    bool fits = try_arranged_step(&a, path, from + 1, step);
    arranger_clear(&a);
    return fits;
}

void counter_path_free(Run *run, CounterPath *path)
{
    vec_free(run, &path->words);
    vec_free(run, &path->starts);
    vec_free(run, &path->steps);
}
