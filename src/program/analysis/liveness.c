/* Backward data flow over the automata: a local is live where some path reads it before it is assigned.
 *
 * Errs towards live. A value that is assigned to a dead local is no reading, so chains of dead assignments vanish
 * (the fixpoint starts from nothing live). Dropping what is known of dead locals only loses precision, never soundness.
 */
#include "program/analysis/liveness.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"

typedef struct LocalUse {
    const Program *p;
    uint64_t *set;
} LocalUse;

static void add_local_use(void *arg, Term var)
{
    LocalUse *u = arg;
    uint32_t v = term_symbol(u->p->tm, var);
    if (u->p->vars.data[v].class == VAR_LOCAL) u->set[v / 64] |= UINT64_C(1) << (v % 64);
}

static bool is_in_live_set(const uint64_t *set, uint32_t v) { return set[v / 64] >> (v % 64) & 1; }

/* What edge e needs live before it, given what is live after it; into set. */
static void transfer(Program *p, const Edge *e, const uint64_t *after, uint64_t *set, uint32_t words)
{
    CHECK(words * 64 >= p->vars.count);
    memcpy(set, after, words * sizeof *set);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        if (p->vars.data[v].class == VAR_LOCAL) set[v / 64] &= ~(UINT64_C(1) << (v % 64));
    }
    LocalUse use = {p, set};
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        if (p->vars.data[v].class == VAR_LOCAL && !is_in_live_set(after, v)) continue;
        term_for_each_var(p->tm, e->assigns[i].value, add_local_use, &use);
    }
    term_for_each_var(p->tm, e->guard, add_local_use, &use);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, add_local_use, &use);
}

/* Only locals of its own template are live at a location. */
static bool are_own_locals(const Liveness *l)
{
    for (uint32_t loc = 0; loc < l->p->locs.count; loc++)
        for (uint32_t w = 0; w < l->words; w++)
            for (uint64_t set = l->live[(size_t)loc * l->words + w]; set; set &= set - 1)
                if (!program_is_local_of(l->p, (VarId){w * 64 + (uint32_t)__builtin_ctzll(set)},
                                         l->p->locs.data[loc].template))
                    return false;
    return true;
}

Liveness *liveness_new(Program *p)
{
    Run *run = p->run;
    Liveness *l = run_alloc(run, sizeof *l);
    l->p = p;
    l->words = (p->vars.count + 63) / 64;
    if (!l->words) l->words = 1;
    l->live = run_alloc(run, (size_t)(p->locs.count + 1) * l->words * sizeof *l->live);
    uint64_t *set = run_alloc(run, l->words * sizeof *set);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(run);
        for (uint32_t i = p->edges.count; i-- > 0;) {
            const Edge *e = &p->edges.data[i];
            transfer(p, e, l->live + (size_t)e->to.i * l->words, set, l->words);
            uint64_t *at = l->live + (size_t)e->from.i * l->words;
            for (uint32_t w = 0; w < l->words; w++) {
                if (!(set[w] & ~at[w])) continue;
                at[w] |= set[w];
                changed = true;
            }
        }
    }
    run_release(run, set);
    CHECK(are_own_locals(l));
    return l;
}

bool liveness_is_live(const Liveness *l, LocId loc, VarId var)
{
    CHECK(program_has_loc(l->p, loc) && program_is_local_of(l->p, var, l->p->locs.data[loc.i].template));
    return is_in_live_set(l->live + (size_t)loc.i * l->words, var.i);
}
