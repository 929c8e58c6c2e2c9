#include "kernel/kinds/concrete/sections.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"

static VarId lock_at(const Checker *k, LocId l) { return k->c->section[l.i]; }

bool sections_inside(const Checker *k, LocId l) { return l.i != NO_ID && lock_at(k, l).i != NO_ID; }

VarId sections_entered(const Checker *k, const Edge *e)
{
    if (e->is_error || sections_inside(k, e->from)) return (VarId){NO_ID};
    return lock_at(k, e->to);
}

static bool guard_needs(TermManager *tm, Term guard, Term condition)
{
    if (term_same(guard, condition)) return true;
    for (uint32_t i = 0; term_kind(tm, guard) == TERM_AND && i < term_arity(tm, guard); i++)
        if (term_same(term_arg(tm, guard, i), condition)) return true;
    return false;
}

/* Does the edge need the lock to be free, and take it? */
static bool takes(Checker *k, const Edge *e, VarId lock)
{
    Term value = checker_edge_assigns(e, lock.i);
    Term is_free = term_not(k->tm, program_var_term(k->p, lock));
    return term_is(value) && term_is_true(k->tm, value) && guard_needs(k->tm, e->guard, is_free) &&
           k->c->cut[e->from.i];
}

static void check_section_edge(Checker *k, const Edge *e)
{
    VarId from = lock_at(k, e->from), to = {NO_ID};
    if (!e->is_error) to = lock_at(k, e->to);
    const char *where = checker_describe_location(k, e->from);
    if (from.i == NO_ID && to.i == NO_ID) return;
    if (e->spawn.i != NO_ID || k->p->locs.data[e->from.i].atomic || k->p->locs.data[e->to.i].atomic)
        checker_fail(k, "%s: a section starts threads, or is atomic", where);
    else if (from.i == NO_ID && !takes(k, e, to))
        checker_fail(k, "%s: a section is entered without its lock", where);
    else if (from.i != NO_ID && to.i != NO_ID && (from.i != to.i || term_is(checker_edge_assigns(e, from.i))))
        checker_fail(k, "%s: a lock changes within its section", where);
}

bool sections_check(Checker *k)
{
    for (uint32_t l = 0; l < k->p->locs.count && !k->problem; l++) {
        VarId lock = k->c->section[l];
        if (lock.i == NO_ID) continue;
        CHECK(lock.i < k->p->vars.count);
        const Var *info = &k->p->vars.data[lock.i];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_BOOL || k->c->eager[l])
            checker_fail(k, "%s: is within no section", checker_describe_location(k, (LocId){l}));
    }
    for (uint32_t t = 0; t < k->p->templates.count && !k->problem; t++)
        if (sections_inside(k, k->p->templates.data[t].entry))
            checker_fail(k, "%s: threads start within a section", k->p->templates.data[t].name);
    for (uint32_t e = 0; e < k->p->edges.count && !k->problem; e++)
        check_section_edge(k, &k->p->edges.data[e]);
    return !k->problem;
}
