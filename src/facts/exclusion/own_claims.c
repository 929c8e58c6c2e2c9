#include "facts/exclusion/own_claims.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

#define NUMBERS_MAX 16 /* locals that may hold numbers of one counter */
#define NONES_MAX 4    /* constants that stand for none */
#define WIDTHS_MAX 4   /* steps of the counter that are tried */
#define CONDITIONS_MAX 64
#define LIMITS_MAX 32

/* ---- what terms speak of ---- */

typedef struct Search {
    TermManager *tm;
    uint32_t symbol;
    bool found;
} Search;

static void look_for_symbol(void *arg, Term var)
{
    Search *s = arg;
    s->found |= term_symbol(s->tm, var) == s->symbol;
}

bool own_speaks_of(TermManager *tm, Term t, VarId v)
{
    Search s = {tm, v.i, false};
    term_for_each_var(tm, t, look_for_symbol, &s);
    return s.found;
}

typedef struct Meets {
    TermManager *tm;
    Term with;
    bool found;
} Meets;

static void look_in_other(void *arg, Term var)
{
    Meets *m = arg;
    m->found = m->found || own_speaks_of(m->tm, m->with, (VarId){term_symbol(m->tm, var)});
}

bool own_have_common(TermManager *tm, Term a, Term b)
{
    Meets m = {tm, b, false};
    term_for_each_var(tm, a, look_in_other, &m);
    return m.found;
}

/* ---- candidates ---- */

typedef struct Symbols {
    OwnClaims *f;
    uint32_t count;
    Term last;
    bool others; /* there are some beside the counter and locals that may hold numbers */
} Symbols;

static bool is_drawn_number(const OwnClaims *f, VarId v)
{
    for (uint32_t i = 0; i < f->numbers.count; i++)
        if (f->numbers.data[i].i == v.i) return true;
    return false;
}

static void note_claim_symbol(void *arg, Term var)
{
    Symbols *s = arg;
    VarId v = {term_symbol(s->f->tm, var)};
    s->count++;
    s->last = var;
    s->others |= v.i != s->f->var.i && !is_drawn_number(s->f, v);
}

static Symbols claim_symbols_of(OwnClaims *f, Term t)
{
    Symbols s = {f, 0, TERM_NONE, false};
    term_for_each_var(f->tm, t, note_claim_symbol, &s);
    return s;
}

static bool is_local_of_sort(const OwnClaims *f, VarId v)
{
    return f->p->vars.data[v.i].class == VAR_LOCAL && sort_same(f->p->vars.data[v.i].sort, f->sort);
}

/* Locals that are copies of the counter, and copies of those. */
static void find_drawn_numbers(OwnClaims *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->p->edges.count; i++)
            for (uint32_t k = 0; k < f->p->edges.data[i].assign_count; k++) {
                const Assign *a = &f->p->edges.data[i].assigns[k];
                if (f->numbers.count == NUMBERS_MAX || term_kind(f->tm, a->value) != TERM_VAR) continue;
                if (!is_local_of_sort(f, a->var) || is_drawn_number(f, a->var) || claim_symbols_of(f, a->value).others)
                    continue;
                vec_push(f->p->run, &f->numbers, a->var);
                changed = true;
            }
    }
}

static void add_width(OwnClaims *f, uint64_t width)
{
    if (width == 0 || width > UINT32_MAX || sign_extend(width, f->sort.width) < 0) return;
    for (uint32_t i = 0; i < f->widths.count; i++)
        if (f->widths.data[i] == width) return;
    if (f->widths.count < WIDTHS_MAX) vec_push(f->p->run, &f->widths, width);
}

/* Adds it unless it is there, or they are as many as there may be. */
static void add_term_once(Term t, uint32_t most, Term *data, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++)
        if (term_same(data[i], t)) return;
    if (*count < most) data[(*count)++] = t;
}

/* An assignment: "none" to a number, or a number or the counter moved on. */
static void look_at_assign(OwnClaims *f, const Assign *a)
{
    bool is_counter = a->var.i == f->var.i;
    if (!is_counter && !is_local_of_sort(f, a->var)) return;
    if (term_is_const(f->tm, a->value)) {
        if (is_drawn_number(f, a->var)) add_term_once(a->value, NONES_MAX, f->nones.data, &f->nones.count);
        return;
    }
    Symbols s = claim_symbols_of(f, a->value);
    if (s.count != 1 || s.others) return;
    Term step = term_sub(f->tm, a->value, s.last);
    if (!term_is_const(f->tm, step) || term_value(f->tm, step) == 0) return;
    add_width(f, term_value(f->tm, step));
    bool is_known = is_counter;
    for (uint32_t i = 0; i < f->nexts.count; i++)
        is_known |= f->nexts.data[i].i == a->var.i;
    if (!is_known && f->nexts.count < NUMBERS_MAX) vec_push(f->p->run, &f->nexts, a->var);
}

static void note_limit(void *arg, Term t)
{
    OwnClaims *f = arg;
    if (!term_is_const(f->tm, t) || !sort_same(term_sort(f->tm, t), f->sort)) return;
    for (int d = -1; d <= 1; d++)
        add_term_once(term_add(f->tm, t, term_const(f->tm, f->sort, (uint64_t)(int64_t)d)), LIMITS_MAX, f->limits.data,
                      &f->limits.count);
}

/* Conditions of branches that speak of the counter and of numbers only. */
static void look_at_claim_guard(OwnClaims *f, Term guard)
{
    if (term_kind(f->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(f->tm, guard); i++)
            look_at_claim_guard(f, term_arg(f->tm, guard, i));
    if (term_kind(f->tm, guard) == TERM_AND || term_is_const(f->tm, guard) || claim_symbols_of(f, guard).others) return;
    add_term_once(guard, CONDITIONS_MAX, f->conditions.data, &f->conditions.count);
    term_for_each_subterm(f->tm, guard, note_limit, f);
}

static void find_claim_candidates(OwnClaims *f)
{
    find_drawn_numbers(f);
    if (!f->numbers.count) return;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count; k++)
            look_at_assign(f, &e->assigns[k]);
        if (!e->is_error) look_at_claim_guard(f, e->guard);
    }
}

/* ---- claims ---- */

static Term own_at_most(const OwnClaims *f, Term a, Term b)
{
    return term_binary(f->tm, f->is_signed ? TERM_SLE : TERM_ULE, a, b);
}

/* The local has a number, and not one of the constants that stand for none. */
static Term is_some(const OwnClaims *f, VarId v)
{
    Term some = term_bool(f->tm, true);
    for (uint32_t i = 0; i < f->nones.count; i++)
        some = term_and(f->tm, some, term_ne(f->tm, program_var_term(f->p, v), f->nones.data[i]));
    return some;
}

/* The number lies behind the counter by `width` or more, and is not below the first one. */
static Term lies_behind(const OwnClaims *f, VarId v)
{
    Term number = program_var_term(f->p, v), width = term_const(f->tm, f->sort, f->width);
    Term far = term_binary(f->tm, TERM_ULE, width, term_sub(f->tm, f->counter, number));
    Term all =
        term_and(f->tm, own_at_most(f, f->first, number), term_and(f->tm, own_at_most(f, number, f->counter), far));
    return term_implies(f->tm, is_some(f, v), all);
}

static void add_own_claim(OwnClaims *f, TemplateId t, Term term, VarId number, bool is_shared)
{
    if (number.i == NO_ID && term_is_const(f->tm, term)) return;
    vec_push(f->p->run, &f->claims, ((OwnClaim){t, term, number, is_shared}));
}

/* The condition, for each template whose locals it speaks of, or for all of them. */
static void add_claim_condition(OwnClaims *f, Term t)
{
    VarId no_number = {NO_ID};
    bool is_shared = own_speaks_of(f->tm, t, f->var);
    for (uint32_t k = 0; k < f->p->templates.count; k++) {
        bool fits = true;
        for (uint32_t i = 0; i < f->numbers.count; i++)
            if (f->p->vars.data[f->numbers.data[i].i].template.i != k)
                fits &= !own_speaks_of(f->tm, t, f->numbers.data[i]);
        if (fits) add_own_claim(f, (TemplateId){k}, t, no_number, is_shared);
    }
}

void own_claims_make(OwnClaims *f, uint64_t width)
{
    f->width = width;
    vec_clear(&f->claims);
    vec_clear(&f->always);
    VarId no_number = {NO_ID};
    Term next = term_add(f->tm, f->counter, term_const(f->tm, f->sort, f->width));
    for (uint32_t i = 0; i < f->numbers.count; i++) {
        VarId v = f->numbers.data[i];
        TemplateId t = f->p->vars.data[v.i].template;
        add_own_claim(f, t, term_eq(f->tm, program_var_term(f->p, v), f->counter), no_number, true);
        add_own_claim(f, t, lies_behind(f, v), no_number, true);
        add_own_claim(f, t, is_some(f, v), v, false);
    }
    for (uint32_t i = 0; i < f->nexts.count; i++) {
        VarId v = f->nexts.data[i];
        add_own_claim(f, f->p->vars.data[v.i].template, term_eq(f->tm, program_var_term(f->p, v), next), no_number,
                      true);
    }
    for (uint32_t i = 0; i < f->conditions.count; i++)
        add_claim_condition(f, f->conditions.data[i]);
    vec_push(f->p->run, &f->always, own_at_most(f, f->first, f->counter));
    for (uint32_t i = 0; i < f->limits.count; i++)
        if (term_is_true(f->tm, own_at_most(f, f->first, f->limits.data[i])))
            vec_push(f->p->run, &f->always, own_at_most(f, f->counter, f->limits.data[i]));
}

/* ---- all of it ---- */

OwnClaims *own_claims_of(Program *p, VarId counter)
{
    const Var *info = &p->vars.data[counter.i];
    OwnClaims *f = run_alloc(p->run, sizeof *f);
    CHECK(info->class == VAR_SHARED && info->sort.kind == SORT_BV && term_is(info->init));
    f->p = p;
    f->tm = p->tm;
    f->var = counter;
    f->sort = info->sort;
    f->is_signed = info->is_signed;
    f->counter = program_var_term(p, counter);
    f->first = info->init;
    f->nones.data = run_alloc(p->run, NONES_MAX * sizeof(Term));
    f->conditions.data = run_alloc(p->run, CONDITIONS_MAX * sizeof(Term));
    f->limits.data = run_alloc(p->run, LIMITS_MAX * sizeof(Term));
    find_claim_candidates(f);
    return f;
}

void own_claims_free(OwnClaims *f)
{
    Run *run = f->p->run;
    vec_free(run, &f->numbers);
    vec_free(run, &f->nexts);
    vec_free(run, &f->nones);
    vec_free(run, &f->conditions);
    vec_free(run, &f->limits);
    vec_free(run, &f->widths);
    vec_free(run, &f->always);
    vec_free(run, &f->claims);
    run_release(run, f);
}
