#include "exclude/team_claims.h"

#include "base/check.h"
#include "exclude/after.h"
#include "exclude/team_counters.h"
#include "program/step.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"
#include "term/substitute.h"
#include "term/walk.h"

#define CLAIMS_MAX 160    /* of each kind */
#define SIZE_MAX_KNOWN 20 /* of what is claimed of the owner, in subterms */
#define CONSTANTS_MAX 4
#define DEPTH_MAX 4 /* how often a variable is replaced by what is assigned to it */

/* ---- variables ---- */

static bool is_owner(const TeamClaims *c, const Edge *e) { return c->p->locs.data[e->from.i].template.i == c->owner.i; }

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
            if (!is_owner(c, e)) c->is_own[e->assigns[k].var.i] = false;
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

/* ---- terms ---- */

typedef struct Look {
    const TeamClaims *c;
    bool others;
    VarId counter; /* one that is mentioned; .i = NO_ID: none */
    uint32_t counters;
} Look;

static bool is_counter(const TeamClaims *c, uint32_t v)
{
    for (uint32_t i = 0; i < c->counters.count; i++)
        if (c->counters.data[i].i == v) return true;
    return false;
}

static void look(void *arg, Term var)
{
    Look *l = arg;
    uint32_t v = term_symbol(l->c->tm, var);
    l->others |= !l->c->is_own[v] || term_instance(l->c->tm, var) != 0;
    if (!is_counter(l->c, v)) return;
    l->counter.i = v;
    l->counters++;
}

static Look look_into(const TeamClaims *c, Term t)
{
    Look l = {c, false, {NO_ID}, 0};
    term_for_each_var(c->tm, t, look, &l);
    return l;
}

static bool is_over_own(const TeamClaims *c, Term t) { return !look_into(c, t).others; }

typedef struct Replace {
    const TeamClaims *c;
    VarId var;
    Term by;
} Replace;

static Term replaced(void *arg, TermManager *tm, Term var)
{
    const Replace *r = arg;
    return term_instance(tm, var) == 0 && term_symbol(tm, var) == r->var.i ? r->by : TERM_NONE;
}

static Term with(const TeamClaims *c, Term t, VarId v, Term by)
{
    Replace r = {c, v, by};
    return term_substitute(c->tm, t, replaced, &r);
}

static bool has_claim(const TeamClaims *c, const Term *data, uint32_t count, Term t)
{
    if (term_is_const(c->tm, t) && term_is_true(c->tm, t)) return true;
    for (uint32_t i = 0; i < count; i++)
        if (term_same(data[i], t)) return true;
    return false;
}

static void add_known(TeamClaims *c, Term t)
{
    if (term_size(c->tm, t, SIZE_MAX_KNOWN + 1) > SIZE_MAX_KNOWN) return;
    if (c->known.count < CLAIMS_MAX && !has_claim(c, c->known.data, c->known.count, t) && is_over_own(c, t))
        vec_push(c->p->run, &c->known, t);
}

static void add_about(TeamClaims *c, Term t)
{
    if (c->about.count < CLAIMS_MAX && !has_claim(c, c->about.data, c->about.count, t))
        vec_push(c->p->run, &c->about, t);
}

static void add_mine(TeamClaims *c, Term t)
{
    if (c->mine.count < CLAIMS_MAX && !has_claim(c, c->mine.data, c->mine.count, t)) vec_push(c->p->run, &c->mine, t);
}

static Term zero_of(const TeamClaims *c) { return term_const(c->tm, term_sort(c->tm, c->number), 0); }

/* Whole steps from the first value: as addresses of objects that are allocated one behind the other. */
static Term is_aligned(const TeamClaims *c, Term t, Term first, Term step)
{
    Term rest = term_binary(c->tm, TERM_UREM, term_sub(c->tm, t, first), step);
    Term zero = term_const(c->tm, term_sort(c->tm, t), 0);
    return term_or(c->tm, term_eq(c->tm, t, zero), term_eq(c->tm, rest, zero));
}

/* ---- counters ---- */

static Term var_of(const TeamClaims *c, VarId v) { return program_var_term(c->p, v); }

static Term at_most(const TeamClaims *c, Term a, Term b)
{
    return term_binary(c->tm, c->is_signed ? TERM_SLE : TERM_ULE, a, b);
}

static Term below(const TeamClaims *c, Term a, Term b) { return term_not(c->tm, at_most(c, b, a)); }

static void add_alignment(TeamClaims *c, VarId moved, Term step)
{
    Term first = c->p->vars.data[moved.i].init;
    if (!term_is(first) || !term_is_const(c->tm, first)) return;
    for (uint32_t i = 0; i < c->counters.count; i++)
        add_known(c, is_aligned(c, var_of(c, c->counters.data[i]), first, step));
    add_mine(c, is_aligned(c, c->number, first, step));
}

static void add_alignments(TeamClaims *c)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && is_owner(c, e); k++) {
            const Assign *a = &e->assigns[k];
            if (!is_counter(c, a->var.i)) continue;
            Term step = term_sub(c->tm, a->value, var_of(c, a->var));
            if (term_is_const(c->tm, step) && !term_same(step, zero_of(c))) add_alignment(c, a->var, step);
        }
    }
}

static void add_counters(TeamClaims *c)
{
    Term zero = zero_of(c);
    add_about(c, at_most(c, zero, c->number));
    for (uint32_t i = 0; i < c->limits.count; i++) {
        add_about(c, below(c, c->number, c->limits.data[i]));
        for (uint32_t k = 0; k < c->counters.count; k++)
            add_known(c, at_most(c, var_of(c, c->counters.data[k]), c->limits.data[i]));
    }
    for (uint32_t i = 0; i < c->counters.count; i++) {
        Term a = var_of(c, c->counters.data[i]);
        Term init = c->p->vars.data[c->counters.data[i].i].init;
        add_known(c, at_most(c, zero, a));
        if (term_is(init) && term_is_const(c->tm, init)) add_known(c, at_most(c, init, a));
        add_about(c, below(c, c->number, a));
        add_about(c, at_most(c, c->number, a));
        add_about(c, at_most(c, a, c->number));
        add_about(c, below(c, a, c->number));
        if (!c->is_counted) add_about(c, term_or(c->tm, term_eq(c->tm, a, zero), below(c, c->number, a)));
        for (uint32_t k = 0; k < c->counters.count; k++) {
            if (k == i) continue;
            add_known(c, at_most(c, a, var_of(c, c->counters.data[k])));
            add_known(c, below(c, a, var_of(c, c->counters.data[k])));
        }
    }
}

/* ---- what the owner tests and assigns ---- */

static void add_guard(TeamClaims *c, Term guard)
{
    if (term_kind(c->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(c->tm, guard); i++)
            add_guard(c, term_arg(c->tm, guard, i));
    else if (!term_is_const(c->tm, guard))
        add_known(c, guard);
}

/* "v < limit" in the guard, and v is moved on by the edge: it is then below the limit and that much. */
static void add_limit(TeamClaims *c, Term guard, const Assign *moved)
{
    TermManager *tm = c->tm;
    TermKind kind = term_kind(tm, guard);
    Term v = var_of(c, moved->var), by = term_sub(tm, moved->value, v);
    for (uint32_t i = 0; kind == TERM_AND && i < term_arity(tm, guard); i++)
        add_limit(c, term_arg(tm, guard, i), moved);
    if ((kind != TERM_ULT && kind != TERM_SLT) || !term_is_const(tm, by) || !term_same(term_arg(tm, guard, 0), v))
        return;
    Term limit = term_arg(tm, guard, 1);
    if (term_is_const(tm, limit)) add_known(c, term_binary(tm, kind, v, term_add(tm, limit, by)));
}

static void add_steps(TeamClaims *c)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        if (!is_owner(c, e) || e->is_error) continue;
        add_guard(c, e->guard);
        for (uint32_t k = 0; k < e->assign_count; k++) {
            const Assign *a = &e->assigns[k];
            bool is_array = c->p->vars.data[a->var.i].sort.kind == SORT_ARRAY;
            if (c->is_own[a->var.i] && c->p->vars.data[a->var.i].sort.kind == SORT_BV) add_limit(c, e->guard, a);
            if (c->is_own[a->var.i] && !is_array && !after_speaks_of(c->p, a->value, a->var))
                add_known(c, term_eq(c->tm, var_of(c, a->var), a->value));
        }
    }
}

/* A variable that is assigned constants only has one of these: the address of an object, say, or none. */
static void add_constants(TeamClaims *c)
{
    for (uint32_t v = 0; v < c->p->vars.count; v++) {
        Term one = term_bool(c->tm, false), var = var_of(c, (VarId){v});
        uint32_t count = 0;
        bool are_constants = c->is_own[v] && c->p->vars.data[v].sort.kind == SORT_BV;
        for (uint32_t i = 0; i < c->p->edges.count && are_constants; i++) {
            Term value = step_value(&c->p->edges.data[i], (VarId){v});
            if (!term_is(value)) continue;
            are_constants = term_is_const(c->tm, value) && ++count <= CONSTANTS_MAX;
            one = term_or(c->tm, one, term_eq(c->tm, var, value));
        }
        if (are_constants && count) add_known(c, one);
    }
}

/* The only value that the owner assigns to a variable of its own, but for what is not known; TERM_NONE: there are
 * several, or none. */
static Term only_value(const TeamClaims *c, VarId v)
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
    if (c->p->vars.data[v.i].sort.kind == SORT_ARRAY || !c->is_own[v.i] || is_counter(c, v.i)) return TERM_NONE;
    return only_value(c, v);
}

/* The same for all variables but the one that numbers are taken from. */
static Term all_written_out(void *arg, TermManager *tm, Term var)
{
    const TeamClaims *c = arg;
    VarId v = {term_symbol(tm, var)};
    return c->is_own[v.i] && v.i != c->start.i ? only_value(c, v) : TERM_NONE;
}

/* t without variables that hold what was read before. */
static Term write_out(TeamClaims *c, Term t)
{
    for (uint32_t i = 0; i < DEPTH_MAX; i++)
        t = term_substitute(c->tm, t, written_out, c);
    return t;
}

/* ---- where names are kept ---- */

/* What is read there, found by the number, lies before what is counted up: as do the addresses of allocated objects. */
static void add_before(TeamClaims *c, Term read)
{
    Sort sort = term_sort(c->tm, read);
    for (uint32_t i = 0; i < c->p->edges.count && sort.kind == SORT_BV; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && is_owner(c, e); k++) {
            Term v = var_of(c, e->assigns[k].var);
            bool is_moved = c->is_own[e->assigns[k].var.i] && sort_same(term_sort(c->tm, v), sort) &&
                            !term_same(e->assigns[k].value, v) &&
                            term_is_const(c->tm, term_sub(c->tm, e->assigns[k].value, v));
            if (!is_moved) continue;
            Term first = c->p->vars.data[e->assigns[k].var.i].init;
            add_about(c, term_binary(c->tm, TERM_ULT, read, v));
            if (term_is(first) && term_is_const(c->tm, first))
                add_about(c, is_aligned(c, read, first, term_sub(c->tm, e->assigns[k].value, v)));
        }
    }
}

typedef struct Inner {
    TeamClaims *c;
    Term place;
    VarId counter;
} Inner;

static void add_inner(void *arg, Term t)
{
    const Inner *in = arg;
    if (term_kind(in->c->tm, t) != TERM_SELECT || term_same(t, in->place)) return;
    add_before(in->c, with(in->c, t, in->counter, in->c->number));
}

/* A place, found by the number, where the name of the thread is kept, perhaps; not yet for the one that was started
 * last. */
static void add_place(TeamClaims *c, Term place)
{
    Look l = look_into(c, place);
    if (l.others || l.counters != 1) return;
    Term name = term_var(c->tm, term_sort(c->tm, place), c->name.i, TEAM_MEMBER);
    Term kept = term_eq(c->tm, with(c, place, l.counter, c->number), name);
    add_about(c, kept);
    Term last = term_eq(c->tm, c->number, var_of(c, c->start));
    add_about(c, term_or(c->tm, last, kept));
    Inner inner = {c, place, l.counter};
    term_for_each_subterm(c->tm, place, add_inner, &inner);
}

static void add_reads(void *arg, Term t)
{
    TeamClaims *c = arg;
    if (term_kind(c->tm, t) != TERM_SELECT) return;
    if (sort_same(term_sort(c->tm, t), c->p->vars.data[c->name.i].sort)) add_place(c, write_out(c, t));
}

static void add_places(TeamClaims *c, const Edge *e)
{
    for (uint32_t k = 0; k < e->assign_count; k++) {
        Term value = e->assigns[k].value;
        if (term_kind(c->tm, value) == TERM_STORE) {
            Term place = term_select(c->tm, var_of(c, e->assigns[k].var), term_arg(c->tm, value, 1));
            add_reads(c, place);
        }
        term_for_each_subterm(c->tm, value, add_reads, c);
    }
}

/* Locals that hold the name of the thread that was started last. */
static void add_last(TeamClaims *c, const Edge *e)
{
    Sort sort = c->p->vars.data[c->name.i].sort;
    Term given = step_argument(e, c->name), name = term_var(c->tm, sort, c->name.i, TEAM_MEMBER);
    Term is_other = term_ne(c->tm, c->number, var_of(c, c->start));
    for (uint32_t k = 0; k < e->assign_count; k++)
        if (c->is_own[e->assigns[k].var.i] && term_is(given) && term_same(e->assigns[k].value, given))
            add_about(c, term_or(c->tm, is_other, term_eq(c->tm, var_of(c, e->assigns[k].var), name)));
}

/* ---- parameters ---- */

static void note_other(void *arg, Term var)
{
    Look *l = arg;
    l->others |= !term_same(var, l->c->number);
    l->counters++;
}

static bool is_over_number(const TeamClaims *c, Term t)
{
    Look l = {c, false, {NO_ID}, 0};
    term_for_each_var(c->tm, t, note_other, &l);
    return l.counters == 1 && !l.others;
}

/* In terms of the number, as far as the owner's variables have but one value. */
static Term of_number(const TeamClaims *c, Term t)
{
    for (uint32_t i = 0; i < DEPTH_MAX; i++)
        t = term_substitute(c->tm, t, all_written_out, (void *)c);
    return with(c, t, c->start, c->number);
}

/* What is asked of the number where a thread is started: that it is so small that its product with the size of an
 * element does not wrap around, say. */
static void add_conditions(TeamClaims *c, Term guard)
{
    for (uint32_t i = 0; term_kind(c->tm, guard) == TERM_AND && i < term_arity(c->tm, guard); i++)
        add_conditions(c, term_arg(c->tm, guard, i));
    if (term_kind(c->tm, guard) == TERM_AND || term_size(c->tm, guard, SIZE_MAX_KNOWN + 1) > SIZE_MAX_KNOWN) return;
    Term condition = of_number(c, guard);
    if (is_over_number(c, condition)) add_mine(c, condition);
}

static void add_parameters(TeamClaims *c, const Edge *e)
{
    for (uint32_t k = 0; k < e->arg_count; k++) {
        const Assign *a = &e->args[k];
        if (!c->is_fixed[a->var.i] || a->var.i == c->name.i) continue;
        Sort sort = c->p->vars.data[a->var.i].sort;
        if (sort.kind == SORT_ARRAY) continue;
        Term given = of_number(c, a->value);
        if (!is_over_number(c, given)) continue;
        Term member = term_var(c->tm, sort, a->var.i, TEAM_MEMBER);
        add_mine(c, term_eq(c->tm, member, given));
    }
}

/* ---- what threads of the team have of their parameters ---- */

static void note_unfixed(void *arg, Term var)
{
    Look *l = arg;
    l->others |= !l->c->is_fixed[term_symbol(l->c->tm, var)];
    l->counters++;
}

static Term told_written_out(void *arg, TermManager *tm, Term var)
{
    const TeamClaims *c = arg;
    VarId v = {term_symbol(tm, var)};
    return program_is_local_of(c->p, v, c->team) && !c->is_fixed[v.i] ? only_value(c, v) : TERM_NONE;
}

static void add_told(TeamClaims *c)
{
    for (uint32_t v = 0; v < c->p->vars.count && c->told.count < CLAIMS_MAX; v++) {
        if (!program_is_local_of(c->p, (VarId){v}, c->team)) continue;
        Term value = only_value(c, (VarId){v});
        for (uint32_t i = 0; i < DEPTH_MAX && term_is(value); i++)
            value = term_substitute(c->tm, value, told_written_out, c);
        Look l = {c, false, {NO_ID}, 0};
        if (!term_is(value) || c->p->vars.data[v].sort.kind == SORT_ARRAY) continue;
        term_for_each_var(c->tm, value, note_unfixed, &l);
        if (l.counters && !l.others) vec_push(c->p->run, &c->told, term_eq(c->tm, var_of(c, (VarId){v}), value));
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
    add_about(c, term_bool(c->tm, false));
    if (c->name.i != NO_ID) {
        Sort names = c->p->vars.data[c->name.i].sort;
        Term name = term_var(c->tm, names, c->name.i, TEAM_MEMBER);
        add_mine(c, term_ne(c->tm, name, term_const(c->tm, names, 0)));
    }
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        if (!is_owner(c, e) || e->is_error) continue;
        if (c->name.i != NO_ID) add_places(c, e);
        if (e->spawn.i != c->team.i) continue;
        if (c->name.i != NO_ID) add_last(c, e);
        add_parameters(c, e);
        add_conditions(c, e->guard);
    }
    add_counters(c);
    if (!is_counted) add_alignments(c);
    add_steps(c);
    add_constants(c);
    add_told(c);
}
