/* A local is live at a location where some edge reads it, or does not assign to it and leads to where it is live: the
 * least sets with that, over all edges, whatever their guards. Two states that differ in locals that are not live have
 * the same runs: the same guards hold, and the live locals and the shared variables stay the same. Only the thread
 * itself reads its locals; parameters of a thread that is started are assigned by its starter. */
#include "kernel/checker/live.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"

static bool has_live(const uint64_t *set, uint32_t v) { return set[v / 64] >> (v % 64) & 1; }

typedef struct Reading {
    TermManager *tm;
    uint64_t *set;
    bool changed;
} Reading;

static void add_live(Reading *r, uint32_t v)
{
    if (has_live(r->set, v)) return;
    r->set[v / 64] |= UINT64_C(1) << (v % 64);
    r->changed = true;
}

static void add_live_var(void *arg, Term var)
{
    Reading *r = arg;
    add_live(r, term_symbol(r->tm, var));
}

/* The edge's part of what is live before it. */
static bool spread_liveness(const Program *p, const CheckerLive *live, const Edge *e)
{
    Reading r = {p->tm, live->at[e->from.i], false};
    checker_each_read(p, e, add_live_var, &r);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (has_live(live->at[e->to.i], v) && !term_is(checker_edge_assigns(e, v))) add_live(&r, v);
    return r.changed;
}

CheckerLive checker_find_live(const Program *p)
{
    CheckerLive live = {run_alloc(p->run, (p->locs.count + 1) * sizeof *live.at)};
    for (uint32_t l = 0; l < p->locs.count; l++)
        live.at[l] = run_alloc(p->run, (p->vars.count / 64 + 1) * sizeof **live.at);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(p->run);
        for (uint32_t e = p->edges.count; e-- > 0;)
            changed |= spread_liveness(p, &live, &p->edges.data[e]);
    }
    return live;
}

bool checker_is_live(const CheckerLive *live, LocId l, uint32_t v)
{
    CHECK(l.i != NO_ID);
    return has_live(live->at[l.i], v);
}
