#include "lockstep/lockstep.h"

#define NODES_MAX 20000

typedef struct Try {
    OrderKind order;
    bool weaken;
} Try;

static const Try tries[] = {{ORDER_LOCK, true},    {ORDER_LOCK, false},    {ORDER_PAIR, true},
                            {ORDER_PAIR, false},   {ORDER_SEQUENCE, true}, {ORDER_SEQUENCE, false},
                            {ORDER_REVERSE, true}, {ORDER_REVERSE, false}};

static bool try_order(const Letters *l, Commute *commute, OrderKind order, double seconds, LockstepResult *out)
{
    Run *run = l->merged->run;
    Product *p = product_new(l, commute, order, NODES_MAX);
    if (!p) {
        run_log(run, 1, "lockstep: order %s: more than %d nodes", order_name(order), NODES_MAX);
        return false;
    }
    InvariantStats stats = {0};
    double start = run_seconds(run);
    Term *invariant = invariant_find(p, seconds, &stats);
    run_log(run, 1, "lockstep: order %s: %u nodes, %u cut, %u atoms, %llu checks, %.1f s: %s", order_name(order),
            p->nodes.count, stats.cuts, stats.atoms, (unsigned long long)stats.checks, run_seconds(run) - start,
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

void lockstep_prove(Program *merged, const WrittenOut *w, double seconds, LockstepResult *out)
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
    double end = run_seconds(run) + seconds;
    for (size_t i = 0; i < sizeof tries / sizeof *tries && run_seconds(run) < end; i++) {
        const Try *t = &tries[i];
        if (!t->weaken && letters[0]->all.count == letters[1]->all.count && i) continue;
        double share = (end - run_seconds(run)) / 2;
        out->weakened = t->weaken;
        if (try_order(letters[t->weaken], commutes[t->weaken], t->order, share, out)) return;
    }
}
