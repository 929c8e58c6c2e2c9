/* Let an edge e that starts no thread lead to a location without edges, have the conjunct "v = a" in its guard, and
 * assign a constant c to the shared variable v. Let every edge, e and the errors in question among them, that reads or
 * assigns v or another shared variable that e assigns have a conjunct "v = d" with a constant d other than c. Take a
 * run to one of the errors that takes e. After e none of those edges is taken, as v is c and stays so; the error is not
 * one of them. So the run is possible without e: nobody reads what e has assigned, and its thread does nothing any
 * more. Where it stays it must not hinder others: the location is not atomic. Or else all of the errors have such a
 * conjunct, and there is no such run. */
#include "kernel/unasked.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"

typedef struct Unasked {
    const Program *p;
    const bool *errors;
    bool *speaks;     /* per edge in question: it reads or assigns one of the variables at hand */
    bool *looked;     /* per variable at hand */
    const Edge *last; /* whose variables are at hand */
    bool found;
} Unasked;

static void look_for_looked_at(void *arg, Term var)
{
    Unasked *u = arg;
    u->found |= u->looked[term_symbol(u->p->tm, var)];
}

static bool edge_speaks(Unasked *u, const Edge *e)
{
    u->found = false;
    checker_each_read(u->p, e, look_for_looked_at, u);
    for (uint32_t i = 0; i < e->assign_count; i++)
        u->found |= u->looked[e->assigns[i].var.i];
    return u->found;
}

static bool same_variables(const Edge *a, const Edge *b)
{
    if (!a || a->assign_count != b->assign_count) return false;
    for (uint32_t i = 0; i < a->assign_count; i++)
        if (a->assigns[i].var.i != b->assigns[i].var.i) return false;
    return true;
}

/* Which edges speak of the shared variables that e assigns? The same for many edges, one after the other. */
static void find_speakers(Unasked *u, const Edge *e)
{
    if (same_variables(u->last, e)) return;
    for (uint32_t i = 0; u->last && i < u->last->assign_count; i++)
        u->looked[u->last->assigns[i].var.i] = false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        u->looked[e->assigns[i].var.i] = u->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
    for (uint32_t i = 0; i < u->p->edges.count; i++) {
        const Edge *other = &u->p->edges.data[i];
        u->speaks[i] = (!other->is_error || u->errors[i]) && edge_speaks(u, other);
    }
    u->last = e;
}

/* Is "v = d" with another constant than c a conjunct? */
static bool needs_other(const TermManager *tm, Term guard, uint32_t v, Term c)
{
    bool needs = false;
    if (term_kind(tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(tm, guard) && !needs; i++)
            needs = needs_other(tm, term_arg(tm, guard, i), v, c);
    for (uint32_t i = 0; i < 2 && term_kind(tm, guard) == TERM_EQ; i++) {
        Term var = term_arg(tm, guard, i), d = term_arg(tm, guard, 1 - i);
        bool is_v = term_kind(tm, var) == TERM_VAR && term_symbol(tm, var) == v;
        needs |= is_v && term_is_const(tm, d) && !term_same(c, d);
    }
    return needs;
}

static bool is_unasked_by(Unasked *u, const Edge *e, const Assign *a)
{
    const Program *p = u->p;
    if (p->vars.data[a->var.i].class != VAR_SHARED || !term_is_const(p->tm, a->value)) return false;
    bool hinders = p->locs.data[e->from.i].atomic;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        bool must = u->speaks[i] || (hinders && u->errors[i]);
        if (must && !needs_other(p->tm, p->edges.data[i].guard, a->var.i, a->value)) return false;
    }
    return true;
}

static bool is_unasked(Unasked *u, const Edge *e)
{
    if (e->is_error || e->spawn.i != NO_ID || !e->assign_count || program_out_count(u->p, e->to)) return false;
    bool any = false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        any |= needs_other(u->p->tm, e->guard, e->assigns[i].var.i, e->assigns[i].value);
    if (!any) return false;
    find_speakers(u, e);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_unasked_by(u, e, &e->assigns[i])) return true;
    return false;
}

bool *unasked_edges(const Program *p, const bool *errors)
{
    Unasked u = {.p = p, .errors = errors};
    bool *unasked = run_alloc(p->run, p->edges.count + 1);
    CHECK(program_is_indexed(p));
    u.speaks = run_alloc(p->run, p->edges.count + 1);
    u.looked = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        run_poll(p->run);
        unasked[i] = is_unasked(&u, &p->edges.data[i]);
    }
    run_release(p->run, u.speaks);
    run_release(p->run, u.looked);
    return unasked;
}
