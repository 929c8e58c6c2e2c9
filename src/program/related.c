#include "program/related.h"

#include "base/check.h"
#include "base/intern.h"
#include "logic/term/walk.h"

typedef struct Relating {
    const Program *p;
    uint32_t *leader; /* per variable: a smaller or the same one of its group */
    Intern terms;
    VEC(uint32_t) vars; /* per term: one of the variables that its value is made of, NO_ID: none, or a condition */
} Relating;

static uint32_t find_leader(const Relating *r, uint32_t v)
{
    while (r->leader[v] != v)
        v = r->leader[v];
    return v;
}

static uint32_t join_classes(Relating *r, uint32_t a, uint32_t b)
{
    if (a == NO_ID || b == NO_ID) return a == NO_ID ? b : a;
    a = find_leader(r, a);
    b = find_leader(r, b);
    uint32_t least = a < b ? a : b;
    r->leader[a] = r->leader[b] = least;
    return least;
}

static uint32_t class_of_term(const Relating *r, Term t) { return r->vars.data[intern_find(&r->terms, &t.id, 1)]; }

/* What stands in one comparison or sum belongs together; conditions that only choose do not. */
static void relate(void *arg, Term t)
{
    Relating *r = arg;
    TermManager *tm = r->p->tm;
    uint32_t var = NO_ID;
    bool is_new;
    if (term_kind(tm, t) == TERM_VAR && term_sort(tm, t).kind != SORT_BOOL) var = term_symbol(tm, t);
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
        var = join_classes(r, var, class_of_term(r, term_arg(tm, t, i)));
    if (term_sort(tm, t).kind == SORT_BOOL) var = NO_ID;
    intern_add(&r->terms, &t.id, 1, &is_new);
    if (is_new) vec_push(r->p->run, &r->vars, var);
}

uint32_t *program_related(const Program *p)
{
    Relating relating = {.p = p, .leader = run_alloc(p->run, (p->vars.count + 1) * sizeof(uint32_t))}, *r = &relating;
    intern_init(p->run, &r->terms);
    for (uint32_t v = 0; v < p->vars.count; v++)
        r->leader[v] = v;
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        term_for_each_subterm(p->tm, edge->guard, relate, r);
        for (uint32_t i = 0; i < edge->assign_count; i++) {
            term_for_each_subterm(p->tm, edge->assigns[i].value, relate, r);
            join_classes(r, edge->assigns[i].var.i, class_of_term(r, edge->assigns[i].value));
        }
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        r->leader[v] = find_leader(r, v);
    intern_clear(&r->terms);
    vec_free(p->run, &r->vars);
    return r->leader;
}
