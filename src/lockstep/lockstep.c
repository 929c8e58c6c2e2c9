#include "lockstep/lockstep.h"

typedef struct Try {
    OrderKind order;
    bool weaken, splits;
    double share; /* of the time that is left */
} Try;

/* Exits are told apart where there are some to tell. */
static const Try tries[] = {{ORDER_LOCK, true, false, 0.25},    {ORDER_LOCK, false, true, 0.5},
                            {ORDER_PAIR, true, false, 0.4},     {ORDER_PAIR, false, true, 0.4},
                            {ORDER_SEQUENCE, true, false, 0.5}, {ORDER_SEQUENCE, false, false, 0.5},
                            {ORDER_REVERSE, true, false, 0.5},  {ORDER_REVERSE, false, false, 1}};

static bool has_exits(const Letters *l)
{
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].exit) return true;
    return false;
}

static bool try_order(const Letters *l, Commute *commute, const Try *t, LockstepLimits limits, LockstepResult *out)
{
    Run *run = l->merged->run;
    Product *p = product_new(l, commute, t->order, t->splits, limits.nodes);
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
        commutes[weaken] = commute_new(letters[weaken]);
    }
    bool is_same = letters[0]->all.count == letters[1]->all.count;
    double end = run_seconds(run) + limits.seconds;
    for (size_t i = 0; i < sizeof tries / sizeof *tries && run_seconds(run) < end; i++) {
        const Try *t = &tries[i];
        if (!t->weaken && is_same && !(t->splits && has_exits(letters[0]))) continue;
        if (is_as_before(letters[t->weaken], t->order)) continue;
        limits.seconds = (end - run_seconds(run)) * t->share;
        out->weakened = t->weaken;
        if (try_order(letters[t->weaken], commutes[t->weaken], t, limits, out)) return;
    }
}
