#include "c/exact/threads/owned.h"

#include "base/check.h"
#include "c/exact/model/names.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

VarId owned_variable(const Lowering *L, uint32_t cell, TemplateId thread)
{
    for (uint32_t i = 0; i < L->key_vars.count; i++) {
        const ThreadVariable *v = &L->key_vars.data[i];
        bool is_own = (v->kind == THREAD_HOLDS || v->kind == THREAD_OWNS) && v->id == cell;
        if (is_own && L->program->vars.data[v->var.i].template.i == thread.i) return v->var;
    }
    return (VarId){NO_ID};
}

Term owned_term(Lowering *L, uint32_t cell, TemplateId thread)
{
    VarId var = owned_variable(L, cell, thread);
    if (var.i == NO_ID) return term_bool(L->tm, false);
    Term own = var_term(L, var);
    Sort sort = term_sort(L->tm, own);
    return sort.kind == SORT_BOOL ? own : term_ne(L->tm, own, term_const(L->tm, sort, 0));
}

static bool assigns_variable(const Edge *e, VarId var)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (e->assigns[i].var.i == var.i) return true;
    return false;
}

/* A lock that the thread holds is not free. */
static void restrict_wait(Lowering *L, const Wait *w)
{
    if (w->kind != WAIT_TAKE) return;
    Term own = owned_term(L, w->id, L->program->locs.data[w->loc.i].template);
    for (uint32_t i = 0; i < w->edges.count; i++) {
        Edge *e = &L->program->edges.data[w->edges.data[i].i];
        if (assigns_variable(e, L->cells.data[w->id].var)) e->guard = term_and(L->tm, e->guard, term_not(L->tm, own));
    }
}

static void restrict_release(Lowering *L, const Release *r)
{
    Term own = owned_term(L, r->cell, L->program->locs.data[r->loc.i].template);
    Term goes_on = term_or(L->tm, own, term_not(L->tm, r->frees));
    for (uint32_t i = 0; i < L->program->edges.count; i++) {
        Edge *e = &L->program->edges.data[i];
        if (e->from.i == r->loc.i && !e->is_error) e->guard = term_and(L->tm, e->guard, goes_on);
    }
}

void owned_restrict(Lowering *L)
{
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        restrict_wait(L, &L->waits.list.data[i]);
    for (uint32_t i = 0; i < L->waits.releases.count; i++)
        restrict_release(L, &L->waits.releases.data[i]);
}
