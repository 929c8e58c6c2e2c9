/* What guards in loops compare with constants, and the variables that such values are copied from or counted up from:
 * `i < 3 && !found`, `i = next`, `next = i + 1`. Values that are something else are not known at nodes, which costs
 * nothing but the attempt. */
#include "engines/lockstep/counters.h"

#include "logic/term/walk.h"

typedef struct Search {
    const Letters *l;
    TermManager *tm;
    VarSet out;
    bool changed, counts;
} Search;

static void add_counter_variable(Search *s, Term t)
{
    Sort sort = term_sort(s->tm, t);
    bool fits = sort.kind == SORT_BOOL || (sort.kind == SORT_BV && sort.width <= COUNTERS_WIDTH);
    if (term_kind(s->tm, t) != TERM_VAR || !fits || varset_has(s->out, term_symbol(s->tm, t))) return;
    if (s->l->w->p->vars.data[term_symbol(s->tm, t)].class != VAR_SHARED) return;
    varset_add(s->out, term_symbol(s->tm, t));
    s->changed = true;
}

static void look_for_bound(void *arg, Term t)
{
    Search *s = arg;
    TermKind kind = term_kind(s->tm, t);
    if (kind != TERM_EQ && kind != TERM_ULT && kind != TERM_SLT) return;
    for (uint32_t i = 0; i < 2; i++)
        if (term_is_const(s->tm, term_arg(s->tm, t, 1 - i))) add_counter_variable(s, term_arg(s->tm, t, i));
}

/* The variables that the value is known by. */
static void look_at_value(Search *s, Term value)
{
    switch (term_kind(s->tm, value)) {
    case TERM_ITE:
        look_at_value(s, term_arg(s->tm, value, 1));
        look_at_value(s, term_arg(s->tm, value, 2));
        return;
    case TERM_ADD:
        if (term_arity(s->tm, value) != 2) return;
        for (uint32_t i = 0; i < 2; i++) {
            Term other = term_arg(s->tm, value, 1 - i);
            if (!term_is_const(s->tm, term_arg(s->tm, value, i)) || term_kind(s->tm, other) != TERM_VAR) continue;
            s->counts = true;
            add_counter_variable(s, other);
        }
        return;
    default: add_counter_variable(s, value);
    }
}

bool counters_find(const Letters *l, VarSet out)
{
    Search s = {.l = l, .tm = l->merged->tm, .out = out};
    for (uint32_t i = 0; i < l->all.count; i++)
        if (l->all.data[i].in_loop) term_for_each_subterm(s.tm, l->all.data[i].guard, look_for_bound, &s);
    for (s.changed = true; s.changed;) {
        s.changed = false;
        for (uint32_t i = 0; i < l->all.count; i++)
            for (uint32_t k = 0; k < l->all.data[i].assign_count; k++)
                if (varset_has(out, l->all.data[i].assigns[k].var.i))
                    look_at_value(&s, l->all.data[i].assigns[k].value);
    }
    return s.counts;
}
