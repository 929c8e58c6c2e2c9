/* Sections of a lock: from where it is taken, as far as nobody assigns to it, or touches what others touch without it.
 * All ways to a location must agree on that: the locations where they do not are removed, until nothing changes. Within
 * a section only locations where ways meet are cut, so that most sections are one step, of which can be asked what it
 * is independent of. */
#include "engines/concrete/shape.h"

#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/step.h"

static bool guard_needs(TermManager *tm, Term guard, Term condition)
{
    if (term_same(guard, condition)) return true;
    for (uint32_t i = 0; term_kind(tm, guard) == TERM_AND && i < term_arity(tm, guard); i++)
        if (term_same(term_arg(tm, guard, i), condition)) return true;
    return false;
}

typedef struct Exposure {
    const Program *p;
    const bool *exposed;
    bool found;
} Exposure;

static void note_exposed(void *arg, Term var)
{
    Exposure *x = arg;
    x->found |= x->exposed[term_symbol(x->p->tm, var)];
}

static bool speaks_of_exposed(Program *p, Term t, const bool *exposed)
{
    Exposure x = {p, exposed, false};
    term_for_each_var(p->tm, t, note_exposed, &x);
    return x.found;
}

static bool touches_exposed(Program *p, const Edge *e, const bool *exposed)
{
    bool found = speaks_of_exposed(p, e->guard, exposed);
    for (uint32_t i = 0; i < e->assign_count && !found; i++)
        found = exposed[e->assigns[i].var.i] || speaks_of_exposed(p, e->assigns[i].value, exposed);
    return found;
}

/* The lock that the edge takes: shared Booleans that have to be false and become true are some. */
static VarId taken(Program *p, const Certificate *c, const Edge *e, const SectionLimits *limits)
{
    if (!c->cut[e->from.i] || touches_exposed(p, e, limits->exposed)) return (VarId){NO_ID};
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        const Var *info = &p->vars.data[v.i];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_BOOL || limits->open[v.i]) continue;
        bool takes = term_is_true(p->tm, e->assigns[i].value);
        if (takes && guard_needs(p->tm, e->guard, term_not(p->tm, program_var_term(p, v)))) return v;
    }
    return (VarId){NO_ID};
}

/* Does a section go on over the edge, which starts in it? */
static bool section_goes_on(const Edge *e, VarId lock) { return !e->is_error && !step_assigns(e, lock); }

static void spread_sections(Program *p, Certificate *c, const SectionLimits *limits)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            VarId from = c->section[e->from.i], lock = from;
            if (e->is_error || c->section[e->to.i].i != NO_ID) continue;
            if (from.i == NO_ID)
                lock = taken(p, c, e, limits);
            else if (!section_goes_on(e, from))
                continue;
            if (lock.i == NO_ID) continue;
            c->section[e->to.i] = lock;
            changed = true;
        }
    }
}

static bool is_fit(Program *p, const Certificate *c, const Edge *e, const SectionLimits *limits)
{
    VarId to = c->section[e->to.i], from = c->section[e->from.i];
    if (e->is_error || to.i == NO_ID) return true;
    if (p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic || e->spawn.i != NO_ID) return false;
    return from.i == NO_ID ? taken(p, c, e, limits).i == to.i : from.i == to.i && section_goes_on(e, to);
}

static void withdraw_sections(Program *p, Certificate *c, const SectionLimits *limits)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        c->section[p->templates.data[t].entry.i] = (VarId){NO_ID};
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (touches_exposed(p, &p->edges.data[i], limits->exposed))
            c->section[p->edges.data[i].from.i] = (VarId){NO_ID};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            uint32_t no = is_fit(p, c, e, limits) ? NO_ID : e->to.i;
            bool leaves_badly = e->spawn.i != NO_ID || p->locs.data[e->to.i].atomic;
            if (leaves_badly && c->section[e->from.i].i != NO_ID) no = e->from.i;
            if (no == NO_ID) continue;
            c->section[no] = (VarId){NO_ID};
            changed = true;
        }
    }
}

static void find_lock_sections(Program *p, Certificate *c, const SectionLimits *limits)
{
    uint32_t *entered = run_alloc(p->run, (p->locs.count + 1) * sizeof *entered);
    spread_sections(p, c, limits);
    withdraw_sections(p, c, limits);
    for (uint32_t i = 0; i < p->edges.count; i++)
        entered[p->edges.data[i].to.i]++;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (c->section[l].i == NO_ID) continue;
        c->cut[l] = entered[l] != 1;
        c->eager[l] = false;
    }
    /* Where a section ends before it comes to something exposed. */
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!touches_exposed(p, e, limits->exposed) || c->section[e->from.i].i != NO_ID) continue;
        c->cut[e->from.i] = true;
        c->eager[e->from.i] = false;
    }
    run_release(p->run, entered);
}

Certificate *exhaustive_shape(Program *p, const Program *merged, uint32_t threads, const SectionLimits *limits)
{
    Certificate *c = certificate_new(p, CERTIFICATE_CONCRETE, threads);
    for (uint32_t t = 0; t < p->templates.count; t++)
        c->cut[p->templates.data[t].entry.i] = true;
    for (uint32_t l = 0; l < merged->locs.count; l++) {
        const Loc *loc = &merged->locs.data[l];
        if (loc->origin == NO_ID) continue;
        c->cut[loc->origin] = true;
        c->eager[loc->origin] = loc->eager;
    }
    find_lock_sections(p, c, limits);
    return c;
}
