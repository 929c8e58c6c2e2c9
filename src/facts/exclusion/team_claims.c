#include "facts/exclusion/team_claims.h"

#include "base/check.h"
#include "facts/exclusion/after.h"
#include "facts/exclusion/team_counters.h"
#include "facts/exclusion/team_places.h"
#include "facts/exclusion/team_terms.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define CONSTANTS_MAX 4

/* ---- variables ---- */

static void find_own(TeamClaims *c)
{
    const Program *p = c->p;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        c->is_own[v] = info->class == VAR_SHARED || (info->class == VAR_LOCAL && info->template.i == c->owner.i);
        c->is_fixed[v] = info->class == VAR_LOCAL && info->template.i == c->team.i && info->is_parameter;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count; k++) {
            c->is_fixed[e->assigns[k].var.i] = false;
            if (!team_is_owner(c, e)) c->is_own[e->assigns[k].var.i] = false;
        }
    }
}

TeamClaims *team_claims_new(Program *p, TemplateId team, TemplateId owner, VarId name)
{
    TeamClaims *c = run_alloc(p->run, sizeof *c);
    *c = (TeamClaims){.p = p, .tm = p->tm, .team = team, .owner = owner, .name = name};
    c->is_own = run_alloc(p->run, p->vars.count + 1);
    c->is_fixed = run_alloc(p->run, p->vars.count + 1);
    find_own(c);
    return c;
}

void team_claims_free(TeamClaims *c)
{
    Run *run = c->p->run;
    vec_free(run, &c->counters);
    vec_free(run, &c->limits);
    vec_free(run, &c->known);
    vec_free(run, &c->about);
    vec_free(run, &c->mine);
    vec_free(run, &c->told);
    run_release(run, c->is_own);
    run_release(run, c->is_fixed);
    run_release(run, c);
}

/* ---- counters ---- */

static Term zero_of(const TeamClaims *c) { return term_const(c->tm, term_sort(c->tm, c->number), 0); }

static Term team_variable(const TeamClaims *c, VarId v) { return program_var_term(c->p, v); }

static Term team_at_most(const TeamClaims *c, Term a, Term b)
{
    return term_binary(c->tm, c->is_signed ? TERM_SLE : TERM_ULE, a, b);
}

static Term team_below(const TeamClaims *c, Term a, Term b) { return term_not(c->tm, team_at_most(c, b, a)); }

static void add_alignment(TeamClaims *c, VarId moved, Term step)
{
    Term first = c->p->vars.data[moved.i].init;
    if (!term_is(first) || !term_is_const(c->tm, first)) return;
    for (uint32_t i = 0; i < c->counters.count; i++)
        team_add_known(c, team_is_aligned(c, team_variable(c, c->counters.data[i]), first, step));
    team_add_mine(c, team_is_aligned(c, c->number, first, step));
}

static void add_alignments(TeamClaims *c)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && team_is_owner(c, e); k++) {
            const Assign *a = &e->assigns[k];
            if (!team_is_counter(c, a->var.i)) continue;
            Term step = term_sub(c->tm, a->value, team_variable(c, a->var));
            if (term_is_const(c->tm, step) && !term_same(step, zero_of(c))) add_alignment(c, a->var, step);
        }
    }
}

/* By what the owner moves the counter on; TERM_NONE: it does not, or by something that is no constant. */
static Term moved_by(const TeamClaims *c, VarId counter)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && team_is_owner(c, e) && !e->is_error; k++) {
            Term step = e->assigns[k].var.i == counter.i ? team_step(c, &e->assigns[k]) : TERM_NONE;
            if (term_is(step)) return step;
        }
    }
    return TERM_NONE;
}

/* Two that are moved on together are equal, but between the two steps. */
static void add_companions(TeamClaims *c)
{
    for (uint32_t i = 0; i < c->counters.count; i++) {
        Term a = team_variable(c, c->counters.data[i]), step = moved_by(c, c->counters.data[i]);
        for (uint32_t k = 0; k < c->counters.count && term_is(step); k++) {
            Term b = team_variable(c, c->counters.data[k]), other = moved_by(c, c->counters.data[k]);
            if (k == i || !term_is(other) || !term_same(step, other)) continue;
            if (k < i) team_add_known(c, term_eq(c->tm, a, b));
            team_add_known(c, term_eq(c->tm, a, term_add(c->tm, b, step)));
        }
    }
}

static void add_counters(TeamClaims *c)
{
    Term zero = zero_of(c);
    team_add_about(c, team_at_most(c, zero, c->number));
    for (uint32_t i = 0; i < c->limits.count; i++) {
        team_add_about(c, team_below(c, c->number, c->limits.data[i]));
        for (uint32_t k = 0; k < c->counters.count; k++)
            team_add_known(c, team_at_most(c, team_variable(c, c->counters.data[k]), c->limits.data[i]));
    }
    for (uint32_t i = 0; i < c->counters.count; i++) {
        Term a = team_variable(c, c->counters.data[i]);
        Term init = c->p->vars.data[c->counters.data[i].i].init;
        team_add_known(c, team_at_most(c, zero, a));
        if (term_is(init) && term_is_const(c->tm, init)) team_add_known(c, team_at_most(c, init, a));
        team_add_about(c, team_below(c, c->number, a));
        team_add_about(c, team_at_most(c, c->number, a));
        team_add_about(c, team_at_most(c, a, c->number));
        team_add_about(c, team_below(c, a, c->number));
        if (!c->is_counted) team_add_about(c, term_or(c->tm, term_eq(c->tm, a, zero), team_below(c, c->number, a)));
        for (uint32_t k = 0; k < c->counters.count; k++) {
            if (k == i) continue;
            team_add_known(c, team_at_most(c, a, team_variable(c, c->counters.data[k])));
            team_add_known(c, team_below(c, a, team_variable(c, c->counters.data[k])));
        }
    }
}

/* ---- what the owner tests and assigns ---- */

static void add_guard_claims(TeamClaims *c, Term guard)
{
    if (term_kind(c->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(c->tm, guard); i++)
            add_guard_claims(c, term_arg(c->tm, guard, i));
    else if (!term_is_const(c->tm, guard))
        team_add_known(c, guard);
}

/* "v < limit" in the guard, and v is moved on by the edge: it is then below the limit and that much. */
static void add_moved_limit(TeamClaims *c, Term guard, const Assign *moved)
{
    TermManager *tm = c->tm;
    TermKind kind = term_kind(tm, guard);
    Term v = team_variable(c, moved->var), by = term_sub(tm, moved->value, v);
    for (uint32_t i = 0; kind == TERM_AND && i < term_arity(tm, guard); i++)
        add_moved_limit(c, term_arg(tm, guard, i), moved);
    if ((kind != TERM_ULT && kind != TERM_SLT) || !term_is_const(tm, by) || !term_same(term_arg(tm, guard, 0), v))
        return;
    Term limit = term_arg(tm, guard, 1);
    if (term_is_const(tm, limit)) team_add_known(c, term_binary(tm, kind, v, term_add(tm, limit, by)));
}

static void add_owner_steps(TeamClaims *c)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        if (!team_is_owner(c, e) || e->is_error) continue;
        add_guard_claims(c, e->guard);
        for (uint32_t k = 0; k < e->assign_count; k++) {
            const Assign *a = &e->assigns[k];
            bool is_array = c->p->vars.data[a->var.i].sort.kind == SORT_ARRAY;
            if (c->is_own[a->var.i] && c->p->vars.data[a->var.i].sort.kind == SORT_BV) add_moved_limit(c, e->guard, a);
            if (c->is_own[a->var.i] && !is_array && !after_speaks_of(c->p, a->value, a->var))
                team_add_known(c, term_eq(c->tm, team_variable(c, a->var), a->value));
        }
    }
}

/* A variable that is assigned constants only has one of these: the address of an object, say, or none. */
static void add_constant_claims(TeamClaims *c)
{
    for (uint32_t v = 0; v < c->p->vars.count; v++) {
        Term one = term_bool(c->tm, false), var = team_variable(c, (VarId){v});
        uint32_t count = 0;
        bool are_constants = c->is_own[v] && c->p->vars.data[v].sort.kind == SORT_BV;
        for (uint32_t i = 0; i < c->p->edges.count && are_constants; i++) {
            Term value = step_value(&c->p->edges.data[i], (VarId){v});
            if (!term_is(value)) continue;
            are_constants = term_is_const(c->tm, value) && ++count <= CONSTANTS_MAX;
            one = term_or(c->tm, one, term_eq(c->tm, var, value));
        }
        if (are_constants && count) team_add_known(c, one);
    }
}

/* ---- parameters ---- */

/* The same for all variables but the one that numbers are taken from. */
static Term all_written_out(void *arg, TermManager *tm, Term var)
{
    const TeamClaims *c = arg;
    VarId v = {term_symbol(tm, var)};
    return c->is_own[v.i] && v.i != c->start.i ? team_only_value(c, v) : TERM_NONE;
}

static void note_other(void *arg, Term var)
{
    TeamLook *l = arg;
    l->others |= !term_same(var, l->c->number);
    l->counters++;
}

static bool is_over_number(const TeamClaims *c, Term t)
{
    TeamLook l = {c, false, {NO_ID}, 0};
    term_for_each_var(c->tm, t, note_other, &l);
    return l.counters == 1 && !l.others;
}

/* In terms of the number, as far as the owner's variables have but one value. */
static Term of_number(const TeamClaims *c, Term t)
{
    for (uint32_t i = 0; i < TEAM_DEPTH_MAX; i++)
        t = term_substitute(c->tm, t, all_written_out, (void *)c);
    return team_with(c, t, c->start, c->number);
}

/* What is asked of the number where a thread is started: that it is so small that its product with the size of an
 * element does not wrap around, say. */
static void add_number_conditions(TeamClaims *c, Term guard)
{
    for (uint32_t i = 0; term_kind(c->tm, guard) == TERM_AND && i < term_arity(c->tm, guard); i++)
        add_number_conditions(c, term_arg(c->tm, guard, i));
    if (term_kind(c->tm, guard) == TERM_AND || term_size(c->tm, guard, TEAM_CLAIM_SIZE_MAX + 1) > TEAM_CLAIM_SIZE_MAX)
        return;
    Term condition = of_number(c, guard);
    if (is_over_number(c, condition)) team_add_mine(c, condition);
}

static void add_parameter_claims(TeamClaims *c, const Edge *e)
{
    for (uint32_t k = 0; k < e->arg_count; k++) {
        const Assign *a = &e->args[k];
        if (!c->is_fixed[a->var.i] || a->var.i == c->name.i) continue;
        Sort sort = c->p->vars.data[a->var.i].sort;
        if (sort.kind == SORT_ARRAY) continue;
        Term given = of_number(c, a->value);
        if (!is_over_number(c, given)) continue;
        Term member = term_var(c->tm, sort, a->var.i, TEAM_MEMBER);
        team_add_mine(c, term_eq(c->tm, member, given));
    }
}

/* ---- what threads of the team have of their parameters ---- */

static void note_unfixed(void *arg, Term var)
{
    TeamLook *l = arg;
    l->others |= !l->c->is_fixed[term_symbol(l->c->tm, var)];
    l->counters++;
}

static Term told_written_out(void *arg, TermManager *tm, Term var)
{
    const TeamClaims *c = arg;
    VarId v = {term_symbol(tm, var)};
    return program_is_local_of(c->p, v, c->team) && !c->is_fixed[v.i] ? team_only_value(c, v) : TERM_NONE;
}

static void add_told(TeamClaims *c)
{
    for (uint32_t v = 0; v < c->p->vars.count && c->told.count < TEAM_CLAIMS_MAX; v++) {
        if (!program_is_local_of(c->p, (VarId){v}, c->team)) continue;
        Term value = team_only_value(c, (VarId){v});
        for (uint32_t i = 0; i < TEAM_DEPTH_MAX && term_is(value); i++)
            value = term_substitute(c->tm, value, told_written_out, c);
        TeamLook l = {c, false, {NO_ID}, 0};
        if (!term_is(value) || c->p->vars.data[v].sort.kind == SORT_ARRAY) continue;
        term_for_each_var(c->tm, value, note_unfixed, &l);
        if (l.counters && !l.others) vec_push(c->p->run, &c->told, term_eq(c->tm, team_variable(c, (VarId){v}), value));
    }
}

void team_claims_make(TeamClaims *c, VarId start, bool is_counted)
{
    Sort sort = c->p->vars.data[start.i].sort;
    c->start = start;
    c->number = term_var(c->tm, sort, start.i, TEAM_NUMBER);
    vec_clear(&c->known);
    vec_clear(&c->about);
    vec_clear(&c->mine);
    vec_clear(&c->told);
    c->is_counted = is_counted;
    c->is_signed = is_counted && c->p->vars.data[start.i].is_signed;
    team_counters_find(c, start);
    team_add_about(c, term_bool(c->tm, false));
    if (c->name.i != NO_ID) {
        Sort names = c->p->vars.data[c->name.i].sort;
        Term name = term_var(c->tm, names, c->name.i, TEAM_MEMBER);
        team_add_mine(c, term_ne(c->tm, name, term_const(c->tm, names, 0)));
    }
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        if (!team_is_owner(c, e) || e->is_error) continue;
        if (c->name.i != NO_ID) team_places_add(c, e);
        if (e->spawn.i != c->team.i) continue;
        if (c->name.i != NO_ID) team_places_add_last(c, e);
        add_parameter_claims(c, e);
        add_number_conditions(c, e->guard);
    }
    add_companions(c);
    add_counters(c);
    if (!is_counted) add_alignments(c);
    add_owner_steps(c);
    add_constant_claims(c);
    add_told(c);
}
