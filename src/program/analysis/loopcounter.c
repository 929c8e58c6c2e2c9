#include "program/analysis/loopcounter.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/walk.h"

#define SMALL_BOUND 8

/* Is the value v plus a constant? */
static bool is_constant_step(TermManager *tm, Term var, Term value)
{
    Sort sort = term_sort(tm, var);
    CHECK(sort_same(sort, term_sort(tm, value)));
    if (sort.kind != SORT_BV && sort.kind != SORT_INT) return false;
    return term_is_const(tm, term_sub(tm, value, var));
}

/* What guards compare a variable with. */
typedef struct ComparedBounds {
    Program *p;
    bool *is_large; /* per variable: with something else than small constants */
    uint32_t vars;  /* in the atom at hand */
    bool has_large;
} ComparedBounds;

static void look_at_bound(void *arg, Term t)
{
    ComparedBounds *b = arg;
    TermManager *tm = b->p->tm;
    if (term_kind(tm, t) == TERM_VAR) b->vars++;
    if (term_is_const(tm, t) && term_sort(tm, t).kind != SORT_ARRAY) b->has_large |= term_value(tm, t) > SMALL_BOUND;
}

static void mark_large(void *arg, Term var)
{
    ComparedBounds *b = arg;
    b->is_large[term_symbol(b->p->tm, var)] = true;
}

static void look_at_atom(void *arg, Term atom)
{
    ComparedBounds *b = arg;
    b->vars = 0;
    b->has_large = false;
    term_for_each_subterm(b->p->tm, atom, look_at_bound, b);
    if (b->vars > 1 || b->has_large) term_for_each_var(b->p->tm, atom, mark_large, b);
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
            if (is_constant_step(p->tm, program_var_term(p, e->assigns[a].var), e->assigns[a].value))
                c->is_counter[v] = true;
            else
                other[v] = true;
        }
    }
    ComparedBounds bounds = {.p = p, .is_large = run_alloc(p->run, p->vars.count + 1)};
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, look_at_atom, &bounds);
    for (uint32_t v = 0; v < p->vars.count; v++)
        c->is_counter[v] &= !other[v] && bounds.is_large[v];
    for (uint32_t v = 0; v < p->vars.count; v++)
        CHECK(!c->is_counter[v] || p->vars.data[v].class == VAR_LOCAL);
    run_release(p->run, bounds.is_large);
    run_release(p->run, other);
    return c;
}

typedef struct Search {
    const LoopCounters *counters;
    bool found;
} Search;

static void look_for_counter(void *arg, Term var)
{
    Search *s = arg;
    s->found |= s->counters->is_counter[term_symbol(s->counters->p->tm, var)];
}

Term loop_counters_drop(const LoopCounters *c, Term guard)
{
    TermManager *tm = c->p->tm;
    CHECK(term_sort(tm, guard).kind == SORT_BOOL);
    if (term_kind(tm, guard) == TERM_AND) {
        Term rest = term_bool(tm, true);
        for (uint32_t i = 0; i < term_arity(tm, guard); i++)
            rest = term_and(tm, rest, loop_counters_drop(c, term_arg(tm, guard, i)));
        return rest;
    }
    Search s = {c, false};
    term_for_each_var(tm, guard, look_for_counter, &s);
    return s.found ? term_bool(tm, true) : guard;
}
