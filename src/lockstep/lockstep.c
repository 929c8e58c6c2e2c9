#include "lockstep/lockstep.h"

#include "lockstep/fresh.h"

#define FIRST_SECONDS 2.0 /* of each try; those that are not done are tried again, each time three times as long */
#define GROWTH 3.0

typedef struct Try {
    OrderKind order;
    bool weaken, splits;
} Try;

/* Exits are told apart where there are some to tell. */
static const Try tries[] = {{ORDER_LOCK, true, false},    {ORDER_LOCK, false, true},     {ORDER_PAIR, true, false},
                            {ORDER_PAIR, false, true},    {ORDER_SEQUENCE, true, false}, {ORDER_SEQUENCE, false, false},
                            {ORDER_REVERSE, true, false}, {ORDER_REVERSE, false, false}};
#define TRIES (sizeof tries / sizeof *tries)

static bool has_exits(const Letters *l)
{
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].exit) return true;
    return false;
}

/* *done: more time would not help. */
static bool try_order(const Letters *l, Commute *commute, const Try *t, LockstepLimits limits, LockstepResult *out,
                      bool *done)
{
    Run *run = l->merged->run;
    Product *p = product_new(l, commute, t->order, t->splits, limits.nodes);
    *done = true;
    if (!p) {
        run_log(run, 1, "lockstep: order %s: more than %u nodes", order_name(t->order), limits.nodes);
        return false;
    }
    InvariantStats stats = {0};
    double start = run_seconds(run);
    Term *invariant = invariant_find(p, limits.seconds, &stats);
    run_log(run, 1, "lockstep: order %s%s%s: %u nodes, %u cut, %u atoms, %llu checks, %.1f s: %s", order_name(t->order),
            t->weaken ? ", weaker guards" : "", has_exits(l) && t->splits ? ", exits told apart" : "", p->nodes.count,
            stats.cuts, stats.atoms, (unsigned long long)stats.checks, run_seconds(run) - start,
            invariant ? "proved" : "open");
    out->nodes = p->nodes.count;
    out->checks += stats.checks;
    *done = !stats.is_late;
    if (!invariant) {
        product_free(p);
        return false;
    }
    out->product = p;
    out->invariant = invariant;
    return true;
}

static bool has_loops(const Letters *l)
{
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].closes_loop) return true;
    return false;
}

/* Without loops the turn never passes, and of two threads each is all others. */
static bool is_as_before(const Letters *l, OrderKind order)
{
    return order != ORDER_LOCK && (!has_loops(l) || (order == ORDER_PAIR && l->threads <= 3));
}

void lockstep_prove(Program *merged, const WrittenOut *w, LockstepLimits limits, LockstepResult *out)
{
    Run *run = merged->run;
    Letters *letters[2];
    Commute *commutes[2];
    *out = (LockstepResult){.why = "no order of the threads had a simple invariant"};
    for (int weaken = 0; weaken < 2; weaken++) {
        letters[weaken] = letters_new(merged, w, weaken);
        if (!letters[weaken]) {
            out->why = "the start of a thread is not a step of its own";
            return;
        }
        fresh_drop(letters[weaken]);
        commutes[weaken] = commute_new(letters[weaken]);
    }
    bool is_same = letters[0]->all.count == letters[1]->all.count, done[TRIES], any = true;
    double end = run_seconds(run) + limits.seconds;
    for (size_t i = 0; i < TRIES; i++) {
        const Try *t = &tries[i];
        done[i] = !t->weaken && is_same && !(t->splits && has_exits(letters[0]));
        done[i] |= is_as_before(letters[t->weaken], t->order);
    }
    for (double seconds = FIRST_SECONDS; any && run_seconds(run) < end; seconds *= GROWTH) {
        any = false;
        for (size_t i = 0; i < TRIES && run_seconds(run) < end; i++) {
            const Try *t = &tries[i];
            double left = end - run_seconds(run);
            if (done[i]) continue;
            limits.seconds = seconds < left ? seconds : left;
            out->weakened = t->weaken;
            if (try_order(letters[t->weaken], commutes[t->weaken], t, limits, out, &done[i])) return;
            any |= !done[i];
        }
    }
}
