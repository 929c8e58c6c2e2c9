#include "analysis/loopcounter.h"

/* Is the value v plus a constant? */
static bool is_step(TermManager *tm, Term var, Term value)
{
    Sort sort = term_sort(tm, var);
    if (sort.kind != SORT_BV && sort.kind != SORT_INT) return false;
    return term_is_const(tm, term_sub(tm, value, var));
}

LoopCounters *loop_counters_new(Program *p)
{
    LoopCounters *c = run_alloc(p->run, sizeof *c);
    bool *other = run_alloc(p->run, p->vars.count + 1);
    c->p = p;
    c->is_counter = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (uint32_t a = 0; a < e->assign_count; a++) {
            uint32_t v = e->assigns[a].var.i;
            if (p->vars.data[v].class != VAR_LOCAL || term_is_const(p->tm, e->assigns[a].value)) continue;
            if (is_step(p->tm, program_var_term(p, e->assigns[a].var), e->assigns[a].value))
                c->is_counter[v] = true;
            else
                other[v] = true;
        }
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        c->is_counter[v] &= !other[v];
    run_release(p->run, other);
    return c;
}

typedef struct Search {
    const LoopCounters *counters;
    bool found;
} Search;

static void look(void *arg, Term var)
{
    Search *s = arg;
    s->found |= s->counters->is_counter[term_symbol(s->counters->p->tm, var)];
}

Term loop_counters_drop(const LoopCounters *c, Term guard)
{
    TermManager *tm = c->p->tm;
    if (term_kind(tm, guard) == TERM_AND) {
        Term rest = term_bool(tm, true);
        for (uint32_t i = 0; i < term_arity(tm, guard); i++)
            rest = term_and(tm, rest, loop_counters_drop(c, term_arg(tm, guard, i)));
        return rest;
    }
    Search s = {c, false};
    term_for_each_var(tm, guard, look, &s);
    return s.found ? term_bool(tm, true) : guard;
}
