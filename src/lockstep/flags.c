#include "lockstep/flags.h"

#include "term/boolean.h"

#define FLAGS_MAX 64

static bool may_be_flag(const Program *p, uint32_t v)
{
    const Var *var = &p->vars.data[v];
    return var->class == VAR_SHARED &&
           (var->sort.kind == SORT_BOOL || (var->sort.kind == SORT_BV && var->sort.width <= 8));
}

static bool is_case(const TermManager *tm, Term t)
{
    if (term_is_const(tm, t)) return true;
    return term_kind(tm, t) == TERM_ITE && is_case(tm, term_arg(tm, t, 1)) && is_case(tm, term_arg(tm, t, 2));
}

void flags_find(Product *p)
{
    const Letters *l = p->l;
    const Program *w = l->w->p;
    Run *run = l->merged->run;
    VarSet assigned = varset_new(l), constants = varset_new(l);
    for (uint32_t i = 0; i < l->all.count; i++)
        for (uint32_t k = 0; k < l->all.data[i].assign_count; k++) {
            const Assign *a = &l->all.data[i].assigns[k];
            varset_add(assigned, a->var.i);
            if (is_case(w->tm, a->value)) varset_add(constants, a->var.i);
        }
    p->flag_of = run_alloc(run, (w->vars.count + 1) * sizeof *p->flag_of);
    for (uint32_t v = 0; v < w->vars.count; v++) {
        p->flag_of[v] = NO_ID;
        if (!may_be_flag(w, v) || !varset_has(constants, v) || p->flags.count == FLAGS_MAX) continue;
        p->flag_of[v] = p->flags.count;
        vec_push(run, &p->flags, v);
    }
    run_release(run, assigned);
    run_release(run, constants);
}

Term product_known(const Product *p, const Node *node, uint32_t v)
{
    const Program *w = p->l->w->p;
    if (v >= w->vars.count || p->flag_of[v] == NO_ID || !node->known[p->flag_of[v]]) return TERM_NONE;
    return term_const(w->tm, w->vars.data[v].sort, node->known[p->flag_of[v]] - 1);
}
