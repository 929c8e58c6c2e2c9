#include "engines/lockstep/flags.h"

#include "engines/lockstep/counters.h"
#include "logic/term/boolean.h"

#define FLAGS_MAX 256
#define COUNT_MAX 64 /* of a counter, and below 0: how far loops are unrolled */

static bool may_be_flag(const Program *p, uint32_t v)
{
    const Var *var = &p->vars.data[v];
    return var->class == VAR_SHARED &&
           (var->sort.kind == SORT_BOOL || (var->sort.kind == SORT_BV && var->sort.width <= FLAG_WIDTH));
}

static bool is_case(const TermManager *tm, Term t)
{
    if (term_is_const(tm, t)) return true;
    return term_kind(tm, t) == TERM_ITE && is_case(tm, term_arg(tm, t, 1)) && is_case(tm, term_arg(tm, t, 2));
}

static bool spread_live_variables(Product *p)
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
    while (spread_live_variables(p))
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

static uint32_t entry_of(const Product *p, uint32_t thread)
{
    return p->l->merged->templates.data[p->l->w->origins.data[thread].of.i].entry.i;
}

static bool may_read(const Product *p, uint32_t flag, uint32_t thread, uint32_t at)
{
    return varset_has(p->live[(size_t)thread * p->l->merged->locs.count + at], p->flags.data[flag]);
}

bool flags_is_live(const Product *p, uint32_t flag, const uint32_t *at)
{
    uint32_t t = p->owner[flag];
    if (t != NO_ID) return at[t] == AT_NOTHING || may_read(p, flag, t, at[t]);
    if (!p->counts) return true;
    for (t = 0; t < p->l->threads; t++)
        if (may_read(p, flag, t, at[t] == AT_NOTHING ? entry_of(p, t) : at[t])) return true;
    return false;
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
    VarSet constants = varset_new(l), counters = varset_new(l);
    for (uint32_t i = 0; i < l->all.count; i++)
        for (uint32_t k = 0; k < l->all.data[i].assign_count; k++) {
            const Assign *a = &l->all.data[i].assigns[k];
            /* unrolled programs have nodes enough without those that tell inputs apart */
            bool is_constant = p->counts ? term_is_const(w->tm, a->value) : is_case(w->tm, a->value);
            if (is_constant) varset_add(constants, a->var.i);
        }
    if (p->counts) (void)counters_find(l, counters);
    p->flag_of = run_alloc(run, (w->vars.count + 1) * sizeof *p->flag_of);
    for (uint32_t v = 0; v < w->vars.count; v++) {
        p->flag_of[v] = NO_ID;
        bool is_flag = (may_be_flag(w, v) && varset_has(constants, v)) || varset_has(counters, v);
        if (!is_flag || p->flags.count == FLAGS_MAX) continue;
        p->flag_of[v] = p->flags.count;
        vec_push(run, &p->flags, v);
    }
    run_release(run, constants);
    run_release(run, counters);
    find_live(p);
}

static bool is_wider_than_flag(Sort sort) { return sort.kind == SORT_BV && sort.width > FLAG_WIDTH; }

uint32_t flags_word(const Product *p, Term value)
{
    const TermManager *tm = p->l->w->p->tm;
    if (!term_is_const(tm, value)) return 0;
    Sort sort = term_sort(tm, value);
    if (!is_wider_than_flag(sort)) return (uint32_t)term_value(tm, value) + 1;
    int64_t count = sign_extend(term_value(tm, value), sort.width);
    return count < -COUNT_MAX || count > COUNT_MAX ? 0 : (uint32_t)(count + COUNT_MAX) + 1;
}

Term product_known(const Product *p, const ProductNode *node, uint32_t v)
{
    const Program *w = p->l->w->p;
    if (v >= w->vars.count || p->flag_of[v] == NO_ID || !node->known[p->flag_of[v]]) return TERM_NONE;
    Sort sort = w->vars.data[v].sort;
    uint64_t value = node->known[p->flag_of[v]] - 1;
    if (is_wider_than_flag(sort)) value -= COUNT_MAX;
    return term_const(w->tm, sort, value);
}
