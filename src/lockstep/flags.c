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

static bool spread(Product *p)
{
    const Letters *l = p->l;
    bool changed = false;
    for (uint32_t i = l->all.count; i-- > 0;) {
        const Letter *letter = &l->all.data[i];
        size_t first = (size_t)letter->thread * l->merged->locs.count;
        uint64_t *before = p->live[first + letter->from.i], *after = p->live[first + letter->to.i];
        for (uint32_t w = 0; w < l->words; w++) {
            uint64_t live = letter->reads[w] | (after[w] & ~letter->writes[w]);
            changed |= (live & ~before[w]) != 0;
            before[w] |= live;
        }
    }
    return changed;
}

static void find_live(Product *p)
{
    const Letters *l = p->l;
    Run *run = l->merged->run;
    size_t count = (size_t)l->threads * l->merged->locs.count;
    p->live = run_alloc(run, (count + 1) * sizeof *p->live);
    for (size_t i = 0; i < count; i++)
        p->live[i] = varset_new(l);
    while (spread(p))
        run_poll(run);
    p->owner = run_alloc(run, (p->flags.count + 1) * sizeof *p->owner);
    for (uint32_t f = 0; f < p->flags.count; f++) {
        p->owner[f] = NO_ID;
        for (uint32_t t = 0; t < l->threads; t++)
            for (uint32_t v = 0; v < l->w->from->vars.count; v++)
                if (program_is_local_of(l->w->from, (VarId){v}, l->w->origins.data[t].of) &&
                    l->w->threads.data[t].vars[v] == p->flags.data[f])
                    p->owner[f] = t;
    }
}

bool flags_is_live(const Product *p, uint32_t flag, const uint32_t *at)
{
    uint32_t t = p->owner[flag];
    if (t == NO_ID || at[t] == AT_NOTHING) return true;
    return varset_has(p->live[(size_t)t * p->l->merged->locs.count + at[t]], p->flags.data[flag]);
}

void flags_free(Product *p)
{
    Run *run = p->l->merged->run;
    for (size_t i = 0; i < (size_t)p->l->threads * p->l->merged->locs.count; i++)
        run_release(run, p->live[i]);
    run_release(run, p->live);
    run_release(run, p->owner);
    run_release(run, p->flag_of);
    vec_free(run, &p->flags);
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
    find_live(p);
}

Term product_known(const Product *p, const Node *node, uint32_t v)
{
    const Program *w = p->l->w->p;
    if (v >= w->vars.count || p->flag_of[v] == NO_ID || !node->known[p->flag_of[v]]) return TERM_NONE;
    return term_const(w->tm, w->vars.data[v].sort, node->known[p->flag_of[v]] - 1);
}
