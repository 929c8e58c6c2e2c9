/* Let c be the counter, E the array, and p a thread's own name. In every state
 *   A  for all y above c: E[y] = 0;
 *   B  p is not above c;
 *   C  two threads do not have the same name but 0;
 *   D  a thread with p not 0 that is not at a location in `done`: E[p] = 0.
 * No thread with a name exists at the start. For an edge, with these claims before it, is asked: A for any y, B and D
 * of the thread that takes it, and of any other; and of a thread that it starts that the name is 0, or above the
 * counter before and not above it afterwards, and not noted to have ended. So it is not that of another thread (C), of
 * which no name changes. Edges that assign neither c nor E and start no such thread keep all claims. It would be
 * unsound to let the counter pass its largest value, since names would be given again: then A, B or C are not kept. The
 * checker of certificates asks the same (kernel/kinds/exclusion/names.c). */
#include "facts/exclusion/names.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "program/step.h"

#define ANY_NAME 8 /* instances of the counter: the name of another thread; any number */
#define ANY_NUMBER 9

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Smt *smt;
    NameFact fact;
    Sort sort; /* of names */
} Finder;

static Term counter(const Finder *f) { return program_var_term(f->p, f->fact.counter); }

static Term zero(const Finder *f) { return term_const(f->tm, f->sort, 0); }

static Term is_not_ended(const Finder *f, Term name)
{
    Term noted = term_select(f->tm, program_var_term(f->p, f->fact.ended), name);
    return term_eq(f->tm, noted, term_bv(f->tm, 1, 0));
}

static Term not_above(const Finder *f, Term name) { return term_binary(f->tm, TERM_ULE, name, counter(f)); }

/* A, for this y. */
static Term none_above(const Finder *f, Term y) { return term_or(f->tm, not_above(f, y), is_not_ended(f, y)); }

Term names_known(Program *p, const NameFact *fact, Term name)
{
    Finder f = {.p = p, .tm = p->tm, .fact = *fact, .sort = p->vars.data[fact->counter.i].sort};
    Term has_none = term_eq(p->tm, name, zero(&f));
    return term_and(p->tm, not_above(&f, name), term_or(p->tm, has_none, is_not_ended(&f, name)));
}

/* ---- the steps keep them ---- */

static VarId name_parameter_of(const Finder *f, TemplateId t) { return f->fact.names[t.i]; }

static bool is_kept_by_step(Finder *f, const Edge *e, Term before, Term then)
{
    Term terms[] = {e->guard, before, term_not(f->tm, after_edge(f->p, e, then))};
    return after_is_impossible(f->p, f->smt, terms, 3);
}

/* What is known of the thread that takes the edge. */
static Term known_of_own(const Finder *f, const Edge *e, bool ended)
{
    VarId own = name_parameter_of(f, f->p->locs.data[e->from.i].template);
    if (own.i == NO_ID) return term_bool(f->tm, true);
    Term name = program_var_term(f->p, own);
    return ended ? not_above(f, name) : names_known(f->p, &f->fact, name);
}

static bool keeps_of_others(Finder *f, const Edge *e, Term before)
{
    VarId own = name_parameter_of(f, f->p->locs.data[e->from.i].template);
    Term x = term_var(f->tm, f->sort, f->fact.counter.i, ANY_NAME),
         y = term_var(f->tm, f->sort, f->fact.counter.i, ANY_NUMBER);
    Term is_other = own.i == NO_ID ? term_bool(f->tm, true) : term_ne(f->tm, x, program_var_term(f->p, own));
    Term has_name = term_ne(f->tm, x, zero(f));
    Term all = term_and(f->tm, before, term_and(f->tm, has_name, is_other));
    if (!is_kept_by_step(f, e, term_and(f->tm, before, none_above(f, y)), none_above(f, y))) return false;
    if (!is_kept_by_step(f, e, term_and(f->tm, before, not_above(f, x)), not_above(f, x))) return false;
    return is_kept_by_step(f, e, term_and(f->tm, all, names_known(f->p, &f->fact, x)), names_known(f->p, &f->fact, x));
}

static bool keeps_of_child(Finder *f, const Edge *e, Term before)
{
    VarId parameter = name_parameter_of(f, e->spawn);
    if (parameter.i == NO_ID) return true;
    Term name = step_argument(e, parameter);
    if (!term_is(name)) return false;
    Term counter_then = after_edge(f->p, e, counter(f));
    Term noted_then = term_select(f->tm, after_edge(f->p, e, program_var_term(f->p, f->fact.ended)), name);
    Term is_new =
        term_and(f->tm, term_not(f->tm, not_above(f, name)), term_binary(f->tm, TERM_ULE, name, counter_then));
    Term fits = term_and(f->tm, is_new, term_eq(f->tm, noted_then, term_bv(f->tm, 1, 0)));
    Term terms[] = {e->guard, before, none_above(f, name), term_ne(f->tm, name, zero(f)), term_not(f->tm, fits)};
    return after_is_impossible(f->p, f->smt, terms, 5);
}

static bool step_keeps_names(Finder *f, const Edge *e)
{
    bool starts = e->spawn.i != NO_ID && name_parameter_of(f, e->spawn).i != NO_ID;
    bool is_there = term_is(step_value(e, f->fact.counter)) || term_is(step_value(e, f->fact.ended));
    if (e->is_error || (!starts && !is_there)) return true;
    Term before = known_of_own(f, e, f->fact.done[e->from.i]);
    if (is_there && !keeps_of_others(f, e, before)) return false;
    if (is_there && !is_kept_by_step(f, e, before, known_of_own(f, e, f->fact.done[e->to.i]))) return false;
    return !starts || keeps_of_child(f, e, before);
}

/* ---- candidates ---- */

static bool is_assigned_somewhere(const Program *p, VarId v)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (term_is(step_value(&p->edges.data[i], v))) return true;
    return false;
}

/* Is each thread of the template given 0 or the next number as the parameter? */
static bool is_name_parameter(const Finder *f, TemplateId t, VarId v)
{
    const Var *info = &f->p->vars.data[v.i];
    Term next = term_add(f->tm, counter(f), term_const(f->tm, f->sort, 1));
    bool any = false;
    if (!info->is_parameter || !sort_same(info->sort, f->sort) || is_assigned_somewhere(f->p, v)) return false;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        if (e->spawn.i != t.i) continue;
        Term given = step_argument(e, v);
        if (!term_is(given) || (!term_same(given, next) && !term_same(given, zero(f)))) return false;
        any |= term_same(given, next);
    }
    return any;
}

static bool find_parameters(Finder *f)
{
    bool any = false;
    for (uint32_t t = 0; t < f->p->templates.count; t++) {
        const Template *template = &f->p->templates.data[t];
        f->fact.names[t] = (VarId){NO_ID};
        for (uint32_t i = 0; i < template->locals.count && template->initial == COUNT_NONE; i++)
            if (is_name_parameter(f, (TemplateId){t}, (VarId){template->locals.data[i]}))
                f->fact.names[t] = (VarId){template->locals.data[i]};
        any |= f->fact.names[t].i != NO_ID;
    }
    return any;
}

/* Where threads with names come to when they note something, and go on no more. */
static void find_noted_ends(Finder *f)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        bool is_end = term_is(step_value(e, f->fact.ended)) && !program_out_count(f->p, e->to);
        if (is_end && name_parameter_of(f, f->p->locs.data[e->from.i].template).i != NO_ID)
            f->fact.done[e->to.i] = true;
    }
}

static Term initial_unless_copy(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    return term_instance(tm, var) ? TERM_NONE : p->vars.data[term_symbol(tm, var)].init;
}

static bool names_hold(Finder *f)
{
    Term y = term_var(f->tm, f->sort, f->fact.counter.i, ANY_NUMBER);
    Term wrong = term_not(f->tm, term_substitute(f->tm, none_above(f, y), initial_unless_copy, f->p));
    if (!after_is_impossible(f->p, f->smt, &wrong, 1)) return false;
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        if (!step_keeps_names(f, &f->p->edges.data[i])) return false;
    return true;
}

static bool is_array_of_ends(const Program *p, uint32_t v, Sort names)
{
    const Var *info = &p->vars.data[v];
    Sort sort = sort_array(names, sort_bv(1));
    return info->class == VAR_SHARED && sort_same(info->sort, sort) && term_is(info->init);
}

static bool try_name_counter(Finder *f, uint32_t v, Exclusions *out)
{
    Program *p = f->p;
    f->sort = p->vars.data[v].sort;
    f->fact = (NameFact){.counter = {v}, .names = run_alloc(p->run, (p->templates.count + 1) * sizeof(VarId))};
    for (uint32_t e = 0; e < p->vars.count && find_parameters(f); e++) {
        if (!is_array_of_ends(p, e, f->sort)) continue;
        f->fact.ended = (VarId){e};
        f->fact.done = run_alloc(p->run, p->locs.count + 1);
        find_noted_ends(f);
        if (!names_hold(f)) continue;
        vec_push(p->run, &out->names, f->fact);
        return true;
    }
    return false;
}

void names_find(Program *p, Smt *smt, Exclusions *out)
{
    Finder f = {.p = p, .tm = p->tm, .smt = smt};
    if (p->has_ideal_integers) return;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_BV || !term_is(info->init)) continue;
        if (term_is_const(p->tm, info->init) && try_name_counter(&f, v, out)) return;
    }
}
