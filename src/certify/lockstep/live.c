/* A local is live at a location where some edge reads it, or does not assign to it and leads to where it is live: the
 * least sets with that, over all edges, whatever their guards. Two states that differ in locals that are not live, and
 * that no condition speaks of, have the same runs: the same guards hold, and the live locals and the shared variables
 * stay the same. So a letter that leaves such a local as it was has the same runs as one that assigns to it. Only the
 * thread itself reads its locals; parameters of a thread that is started are assigned by its starter, and kept. */
#include "certify/lockstep/live.h"

#include "base/check.h"
#include "term/walk.h"

typedef struct Reading {
    const LockstepCheck *c;
    uint64_t *set;
    bool changed;
} Reading;

static bool has(const uint64_t *set, uint32_t v) { return set[v / 64] >> (v % 64) & 1; }

static void add(Reading *r, uint32_t v)
{
    if (has(r->set, v)) return;
    r->set[v / 64] |= UINT64_C(1) << (v % 64);
    r->changed = true;
}

static void read_var(void *arg, Term var)
{
    Reading *r = arg;
    add(r, term_symbol(r->c->k->tm, var));
}

static bool assigns(const Edge *e, uint32_t v)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (e->assigns[i].var.i == v) return true;
    return false;
}

/* The edge's part of what is live before it. */
static bool spread(LockstepCheck *c, const Edge *e)
{
    TermManager *tm = c->k->tm;
    Reading r = {c, c->live[e->from.i], false};
    term_for_each_var(tm, e->guard, read_var, &r);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(tm, e->assigns[i].value, read_var, &r);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(tm, e->args[i].value, read_var, &r);
    for (uint32_t v = 0; v < c->k->p->vars.count; v++)
        if (has(c->live[e->to.i], v) && !assigns(e, v)) add(&r, v);
    return r.changed;
}

static void note_spoken(void *arg, Term var)
{
    LockstepCheck *c = arg;
    uint32_t v = term_symbol(c->k->tm, var);
    if (v < c->w->p->vars.count) c->spoken[v] = true;
}

void lockstep_find_live(LockstepCheck *c)
{
    Run *run = c->k->run;
    const Program *p = c->k->p;
    c->live = run_alloc(run, (p->locs.count + 1) * sizeof *c->live);
    for (uint32_t l = 0; l < p->locs.count; l++)
        c->live[l] = run_alloc(run, (p->vars.count / 64 + 1) * sizeof **c->live);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(run);
        for (uint32_t e = p->edges.count; e-- > 0;)
            changed |= spread(c, &p->edges.data[e]);
    }
    c->spoken = run_alloc(run, c->w->p->vars.count + 1);
    for (uint32_t i = 0; i < c->proof->nodes.count; i++) {
        const LockstepNode *n = &c->proof->nodes.data[i];
        term_for_each_var(c->k->tm, n->known, note_spoken, c);
        if (n->cut) term_for_each_var(c->k->tm, n->invariant, note_spoken, c);
    }
}

bool lockstep_is_live(const LockstepCheck *c, uint32_t thread, uint32_t v, uint32_t at)
{
    CHECK(v < c->k->p->vars.count && at != LOCKSTEP_UNBORN);
    if (!program_is_local_of(c->w->from, (VarId){v}, c->w->origins.data[thread].of)) return true;
    if (c->spoken[c->w->threads.data[thread].vars[v]]) return true;
    return at != LOCKSTEP_END && has(c->live[at], v);
}
