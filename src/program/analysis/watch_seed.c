/* That an element is as all are at first (free, empty, zero); that an index is the watched one, where that is more than
 * two variables that are equal, which refinement leaves for the end (technique.c); and, where indices are drawn
 * from a counter, whether it has come to the watched element, and passed it. The last is what says that an element is
 * drawn once: equalities alone would be learnt for one distance from the counter after the other. */
#include "program/analysis/watch_seed.h"

#include "base/check.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/analysis/watch_choose.h"

#define INDICES_MAX 64 /* a guess, as all that is done here: more are not looked at */

/* Indices as functions of one variable each: those of accesses, and what they are copied from. */
typedef struct Indices {
    Program *p;
    WatchTerms all;
    uint32_t accessed; /* the first ones are indices of accesses */
} Indices;

/* ---- terms of one variable ---- */

typedef struct OnlyVar {
    Term var;
    bool others;
} OnlyVar;

static void note_only_variable(void *arg, Term var)
{
    OnlyVar *v = arg;
    v->others |= term_is(v->var) && !term_same(v->var, var);
    v->var = var;
}

/* The variable, if there is exactly one and nothing is read from arrays; else TERM_NONE. */
static Term only_var(Program *p, Term t)
{
    OnlyVar v = {TERM_NONE, false};
    if (term_has_kind(p->tm, t, TERM_SELECT)) return TERM_NONE;
    term_for_each_var(p->tm, t, note_only_variable, &v);
    return v.others ? TERM_NONE : v.var;
}

typedef struct Replacement {
    Term var, by;
} Replacement;

static Term replace_var(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    const Replacement *r = arg;
    return term_same(var, r->var) ? r->by : TERM_NONE;
}

/* ---- where indices come from ---- */

static void add_watched_index(void *arg, Term index)
{
    Indices *s = arg;
    if (!term_is(only_var(s->p, index)) || s->all.count == INDICES_MAX) return;
    for (uint32_t i = 0; i < s->all.count; i++)
        if (term_same(s->all.data[i], index)) return;
    vec_push(s->p->run, &s->all, index);
}

/* The value is assigned to the only variable of the index. */
static void add_index_source(Indices *s, Term index, Term var, Term value)
{
    Term source = only_var(s->p, value);
    if (!term_is(source) || term_same(source, var)) return;
    Replacement r = {var, value};
    add_watched_index(s, term_substitute(s->p->tm, index, replace_var, &r));
}

static void add_index_sources(Indices *s, Term index)
{
    Program *p = s->p;
    Term var = only_var(p, index);
    uint32_t v = term_symbol(p->tm, var);
    if (p->vars.data[v].class != VAR_LOCAL) return;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count; k++)
            if (e->assigns[k].var.i == v) add_index_source(s, index, var, e->assigns[k].value);
        for (uint32_t k = 0; k < e->arg_count; k++)
            if (e->args[k].var.i == v) add_index_source(s, index, var, e->args[k].value);
    }
}

static Indices indices_new(Program *p, const ElementWatch *watch)
{
    Indices s = {.p = p};
    for (uint32_t i = 0; i < p->edges.count; i++)
        watch_for_each_index(p, watch, &p->edges.data[i], add_watched_index, &s);
    s.accessed = s.all.count;
    for (uint32_t i = 0; i < s.all.count; i++)
        add_index_sources(&s, s.all.data[i]);
    return s;
}

/* ---- counters ---- */

/* Does the edge make the variable what it was, or what a local is, and a constant more? */
static bool moves_on(Program *p, const Edge *e, uint32_t counter)
{
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Term value = e->assigns[i].value, from = e->assigns[i].var.i == counter ? only_var(p, value) : TERM_NONE;
        if (!term_is(from) || term_same(from, value) || !sort_same(term_sort(p->tm, from), term_sort(p->tm, value)))
            continue;
        uint32_t v = term_symbol(p->tm, from);
        if (v != counter && p->vars.data[v].class != VAR_LOCAL) continue;
        if (term_is_const(p->tm, term_sub(p->tm, value, from))) return true;
    }
    return false;
}

static bool is_shared_counter(Program *p, uint32_t v)
{
    const Var *x = &p->vars.data[v];
    if (x->class != VAR_SHARED || x->sort.kind != SORT_BV) return false;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (moves_on(p, &p->edges.data[i], v)) return true;
    return false;
}

/* Of the index after so many others, is its variable a counter from which it is copied? */
static bool is_drawn(const Indices *s, uint32_t at)
{
    return at >= s->accessed && is_shared_counter(s->p, term_symbol(s->p->tm, only_var(s->p, s->all.data[at])));
}

bool watch_is_drawn(Program *p, const ElementWatch *watch)
{
    Indices s = indices_new(p, watch);
    bool found = false;
    for (uint32_t i = 0; i < s.all.count; i++)
        found |= is_drawn(&s, i) && !p->vars.data[term_symbol(p->tm, only_var(p, s.all.data[i]))].is_temporary;
    vec_free(p->run, &s.all);
    return found;
}

/* ---- predicates ---- */

static void seed_initial(Program *p, Program *watched, const ElementWatch *watch, WatchTerms *out)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        for (uint32_t k = 0; watch->arrays[v] && k < watch->count; k++) {
            VarId value = watched_value(p, watch, (VarId){v}, k);
            Term init = watched->vars.data[value.i].init;
            if (!term_is(init)) continue;
            vec_push(p->run, out, term_eq(p->tm, program_var_term(watched, value), init));
        }
}

static void seed_index(const Indices *s, uint32_t at, Term watched, WatchTerms *out)
{
    Program *p = s->p;
    Term index = s->all.data[at], var = only_var(p, index), init = p->vars.data[term_symbol(p->tm, var)].init;
    bool drawn = is_drawn(s, at);
    if (drawn || !term_same(index, var)) vec_push(p->run, out, term_eq(p->tm, index, watched));
    if (!drawn) return;
    vec_push(p->run, out, term_binary(p->tm, TERM_ULT, index, watched));
    if (term_is(init) && term_is_const(p->tm, init)) vec_push(p->run, out, term_binary(p->tm, TERM_ULT, var, init));
}

void watch_seed(Program *p, Program *watched, const ElementWatch *watch, WatchTerms *out)
{
    CHECK(watched->vars.count >= p->vars.count);
    seed_initial(p, watched, watch, out);
    Indices s = indices_new(p, watch);
    for (uint32_t k = 0; k < watch->count; k++)
        for (uint32_t i = 0; i < s.all.count; i++)
            seed_index(&s, i, program_var_term(watched, watched_index(p, k)), out);
    vec_free(p->run, &s.all);
}
