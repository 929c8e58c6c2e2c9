#include "facts/exclusion/team_counters.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/walk.h"

#define COUNTERS_MAX 10
#define LIMITS_MAX 4 /* constants that counters are compared with */

static bool is_counter_edge_of_owner(const TeamClaims *c, const Edge *e)
{
    return c->p->locs.data[e->from.i].template.i == c->owner.i;
}

/* What is assigned there is read by no step of the owner: a monitor's note of the index that it has seen, say. */
static bool ends_owner(const TeamClaims *c, const Edge *e)
{
    return e->is_error || program_out_count(c->p, e->to) == 0;
}

typedef struct Cluster {
    TeamClaims *c;
    Sort sort;
    bool *in;      /* per variable */
    Term *indices; /* per array: the first index that was seen */
    bool changed;
} Cluster;

static bool may_be_in(const Cluster *k, uint32_t v)
{
    return k->c->is_own[v] && sort_same(k->c->p->vars.data[v].sort, k->sort);
}

typedef struct Members {
    const Cluster *k;
    bool any;
} Members;

static void note_member(void *arg, Term var)
{
    Members *m = arg;
    m->any |= m->k->in[term_symbol(m->k->c->tm, var)];
}

static void add_member(void *arg, Term var)
{
    Cluster *k = arg;
    uint32_t v = term_symbol(k->c->tm, var);
    if (k->in[v] || !may_be_in(k, v)) return;
    k->in[v] = k->changed = true;
}

/* What stands on the two sides of a comparison, or of an assignment, belongs together. */
static void join_terms(Cluster *k, Term a, Term b)
{
    Members m = {k, false};
    term_for_each_var(k->c->tm, a, note_member, &m);
    term_for_each_var(k->c->tm, b, note_member, &m);
    if (!m.any) return;
    term_for_each_var(k->c->tm, a, add_member, k);
    term_for_each_var(k->c->tm, b, add_member, k);
}

static bool is_sum(const TermManager *tm, Term t)
{
    if (term_kind(tm, t) == TERM_VAR || term_kind(tm, t) == TERM_CONST) return true;
    if (term_kind(tm, t) != TERM_ADD) return false;
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
        if (!is_sum(tm, term_arg(tm, t, i))) return false;
    return true;
}

static void join_comparison(void *arg, Term t)
{
    Cluster *k = arg;
    const TermManager *tm = k->c->tm;
    TermKind kind = term_kind(tm, t);
    if (kind != TERM_SLT && kind != TERM_ULT && kind != TERM_EQ) return;
    if (is_sum(tm, term_arg(tm, t, 0)) && is_sum(tm, term_arg(tm, t, 1)))
        join_terms(k, term_arg(tm, t, 0), term_arg(tm, t, 1));
}

/* Indices of the same array belong together, too. */
static void join_index(void *arg, Term t)
{
    Cluster *k = arg;
    const TermManager *tm = k->c->tm;
    bool is_access = term_kind(tm, t) == TERM_SELECT || term_kind(tm, t) == TERM_STORE;
    Term array = is_access ? term_arg(tm, t, 0) : t;
    if (!is_access || term_kind(tm, array) != TERM_VAR || !k->c->is_own[term_symbol(tm, array)]) return;
    Term *first = &k->indices[term_symbol(tm, array)];
    if (!term_is(*first)) *first = term_arg(tm, t, 1);
    join_terms(k, *first, term_arg(tm, t, 1));
}

static void add_counter_limit(void *arg, Term t)
{
    TeamClaims *c = arg;
    TermKind kind = term_kind(c->tm, t);
    for (uint32_t i = 0; i < 2 && (kind == TERM_SLT || kind == TERM_ULT || kind == TERM_EQ); i++) {
        Term var = term_arg(c->tm, t, i), limit = term_arg(c->tm, t, 1 - i);
        if (term_kind(c->tm, var) != TERM_VAR || !term_is_const(c->tm, limit)) continue;
        bool is_new = c->limits.count < LIMITS_MAX;
        for (uint32_t k = 0; k < c->limits.count; k++)
            is_new = is_new && !term_same(c->limits.data[k], limit);
        for (uint32_t k = 0; k < c->counters.count && is_new; k++)
            if (c->counters.data[k].i == term_symbol(c->tm, var)) {
                vec_push(c->p->run, &c->limits, limit);
                is_new = false;
            }
    }
}

static void join_edge(Cluster *k, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_subterm(k->c->tm, e->assigns[i].value, join_index, k);
    term_for_each_subterm(k->c->tm, e->guard, join_comparison, k);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (may_be_in(k, e->assigns[i].var.i) && is_sum(k->c->tm, e->assigns[i].value))
            join_terms(k, program_var_term(k->c->p, e->assigns[i].var), e->assigns[i].value);
}

/* Variables that are compared with the one that numbers are taken from, or computed from it, or with such. */
void team_counters_find(TeamClaims *c, VarId start)
{
    Cluster k = {c, c->p->vars.data[start.i].sort, run_alloc(c->p->run, c->p->vars.count + 1),
                 run_alloc(c->p->run, (c->p->vars.count + 1) * sizeof(Term)), true};
    k.in[start.i] = true;
    vec_clear(&c->counters);
    while (k.changed) {
        k.changed = false;
        for (uint32_t i = 0; i < c->p->edges.count; i++)
            if (is_counter_edge_of_owner(c, &c->p->edges.data[i]) && !ends_owner(c, &c->p->edges.data[i]))
                join_edge(&k, &c->p->edges.data[i]);
    }
    for (uint32_t v = 0; v < c->p->vars.count && c->counters.count < COUNTERS_MAX; v++)
        if (k.in[v]) vec_push(c->p->run, &c->counters, ((VarId){v}));
    run_release(c->p->run, k.in);
    run_release(c->p->run, k.indices);
    vec_clear(&c->limits);
    for (uint32_t i = 0; i < c->p->edges.count; i++)
        if (is_counter_edge_of_owner(c, &c->p->edges.data[i]))
            term_for_each_subterm(c->tm, c->p->edges.data[i].guard, add_counter_limit, c);
}
