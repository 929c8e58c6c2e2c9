#include "facts/exclusion/team_terms.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

bool team_is_owner(const TeamClaims *c, const Edge *e) { return c->p->locs.data[e->from.i].template.i == c->owner.i; }

bool team_is_counter(const TeamClaims *c, uint32_t v)
{
    for (uint32_t i = 0; i < c->counters.count; i++)
        if (c->counters.data[i].i == v) return true;
    return false;
}

static void look_for_counters(void *arg, Term var)
{
    TeamLook *l = arg;
    uint32_t v = term_symbol(l->c->tm, var);
    l->others |= !l->c->is_own[v] || term_instance(l->c->tm, var) != 0;
    if (!team_is_counter(l->c, v)) return;
    l->counter.i = v;
    l->counters++;
}

TeamLook team_look_into(const TeamClaims *c, Term t)
{
    TeamLook l = {c, false, {NO_ID}, 0};
    term_for_each_var(c->tm, t, look_for_counters, &l);
    return l;
}

typedef struct Replace {
    VarId var;
    Term by;
} Replace;

static Term replaced(void *arg, TermManager *tm, Term var)
{
    const Replace *r = arg;
    return term_instance(tm, var) == 0 && term_symbol(tm, var) == r->var.i ? r->by : TERM_NONE;
}

Term team_with(const TeamClaims *c, Term t, VarId v, Term by)
{
    Replace r = {v, by};
    return term_substitute(c->tm, t, replaced, &r);
}

/* ---- the lists ---- */

static bool has_claim(const TeamClaims *c, const Term *data, uint32_t count, Term t)
{
    if (term_is_const(c->tm, t) && term_is_true(c->tm, t)) return true;
    for (uint32_t i = 0; i < count; i++)
        if (term_same(data[i], t)) return true;
    return false;
}

typedef struct Heavy {
    const TermManager *tm;
    bool found;
} Heavy;

static void note_heavy(void *arg, Term t)
{
    Heavy *h = arg;
    TermKind kind = term_kind(h->tm, t);
    bool is_product =
        kind == TERM_MUL || kind == TERM_UDIV || kind == TERM_UREM || kind == TERM_SDIV || kind == TERM_SREM;
    h->found |=
        is_product && !term_is_const(h->tm, term_arg(h->tm, t, 0)) && !term_is_const(h->tm, term_arg(h->tm, t, 1));
}

/* A product or a quotient of two variables: each question with such a claim would take a solver long. */
static bool is_heavy(const TeamClaims *c, Term t)
{
    Heavy h = {c->tm, false};
    term_for_each_subterm(c->tm, t, note_heavy, &h);
    return h.found;
}

void team_add_known(TeamClaims *c, Term t)
{
    if (term_size(c->tm, t, TEAM_CLAIM_SIZE_MAX + 1) > TEAM_CLAIM_SIZE_MAX || team_look_into(c, t).others) return;
    if (is_heavy(c, t)) return;
    if (c->known.count < TEAM_CLAIMS_MAX && !has_claim(c, c->known.data, c->known.count, t))
        vec_push(c->p->run, &c->known, t);
}

void team_add_about(TeamClaims *c, Term t)
{
    if (c->about.count < TEAM_CLAIMS_MAX && !has_claim(c, c->about.data, c->about.count, t))
        vec_push(c->p->run, &c->about, t);
}

void team_add_mine(TeamClaims *c, Term t)
{
    if (c->mine.count < TEAM_CLAIMS_MAX && !has_claim(c, c->mine.data, c->mine.count, t))
        vec_push(c->p->run, &c->mine, t);
}

/* ---- what is assigned ---- */

Term team_is_aligned(const TeamClaims *c, Term t, Term first, Term step)
{
    Term rest = term_binary(c->tm, TERM_UREM, term_sub(c->tm, t, first), step);
    Term zero = term_const(c->tm, term_sort(c->tm, t), 0);
    return term_or(c->tm, term_eq(c->tm, t, zero), term_eq(c->tm, rest, zero));
}

Term team_step(const TeamClaims *c, const Assign *a)
{
    Term v = program_var_term(c->p, a->var);
    if (!c->is_own[a->var.i] || term_sort(c->tm, v).kind != SORT_BV || term_same(a->value, v)) return TERM_NONE;
    Term step = term_sub(c->tm, a->value, v);
    return term_is_const(c->tm, step) ? step : TERM_NONE;
}

Term team_only_value(const TeamClaims *c, VarId v)
{
    Term found = TERM_NONE;
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        Term value = step_value(e, v);
        if (!term_is(value) || e->approximate) continue;
        if (term_is(found)) return TERM_NONE;
        found = value;
    }
    return found;
}

static Term written_out(void *arg, TermManager *tm, Term var)
{
    const TeamClaims *c = arg;
    VarId v = {term_symbol(tm, var)};
    if (c->p->vars.data[v.i].sort.kind == SORT_ARRAY || !c->is_own[v.i] || team_is_counter(c, v.i)) return TERM_NONE;
    return team_only_value(c, v);
}

Term team_write_out(TeamClaims *c, Term t)
{
    for (uint32_t i = 0; i < TEAM_DEPTH_MAX; i++)
        t = term_substitute(c->tm, t, written_out, c);
    return t;
}
