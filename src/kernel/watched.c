/* Let s be a state of p and w_k the indices that are watched. The state of the watched program that belongs to them has
 * the variables of s, except the arrays, and as value k of array a the element of a at w_k. It is shown here that
 * - initial states belong to initial states: w_k are arbitrary; a value that has an initial one has that of all
 * elements;
 * - for every step of p from s to t there is one along the same edge between the states that belong to them: each
 * value that is read of an element that is none of the watched ones may be any (an input of the edge), so it may be
 * that of s; for the others the guard and what is assigned are the same; and value k becomes what the element at w_k is
 * in t;
 * - an error edge with the terms i_k is taken in a state s: with w_k := the values of i_k in s from the beginning,
 * which the run to s has all the same, its guard holds in the watched program. The terms must have one value in s,
 * whatever the watched program knows: they are over shared variables that are no watched arrays and locals of the
 * thread.
 * So where no error edge can be taken in the watched program, none can be in p, and the same threads are created. */
#include "kernel/watched.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"

/* A term of the edge at hand, over the state of the watched program. */
typedef struct Translated {
    Term from, to;
} Translated;

typedef struct Watched {
    Program *p, *out;
    TermManager *tm;
    const ElementWatch *watch;
    VEC(Translated) terms;  /* of the edge at hand */
    VEC(Translated) others; /* elements that are not watched: the term that reads one, and the input */
    const char *problem;
} Watched;

static void fail_watched(Watched *x, const char *problem)
{
    if (!x->problem) x->problem = problem;
}

/* ---- may it be watched? ---- */

static void check_arrays(Watched *x)
{
    Sort index = {0};
    uint32_t count = 0;
    for (uint32_t v = 0; v < x->p->vars.count; v++) {
        const Var *var = &x->p->vars.data[v];
        if (!x->watch->arrays[v]) continue;
        if (var->class != VAR_SHARED || var->sort.kind != SORT_ARRAY) {
            fail_watched(x, run_format(x->p->run, "`%s` is watched, but is no shared array", var->name));
            return;
        }
        if (count++ && !sort_same(index, sort_index(var->sort)))
            fail_watched(x, "arrays with indices of different types are watched together");
        index = sort_index(var->sort);
    }
    if (!count || x->watch->count == 0 || x->watch->count > WATCHED_MAX) fail_watched(x, "no array is watched");
}

typedef struct Reader {
    Watched *x;
    TemplateId template;
} Reader;

static void check_index_variable(void *arg, Term var)
{
    Reader *r = arg;
    Watched *x = r->x;
    uint32_t v = term_symbol(x->tm, var);
    bool is_known = v < x->p->vars.count && term_instance(x->tm, var) == 0;
    VarClass class = is_known ? x->p->vars.data[v].class : VAR_INPUT;
    bool is_own = class == VAR_LOCAL && x->p->vars.data[v].template.i == r->template.i;
    if (!is_own && (class != VAR_SHARED || x->watch->arrays[v]))
        fail_watched(x, "an error is asked about at an index that its state does not determine");
}

static void check_indices(Watched *x)
{
    for (uint32_t i = 0; i < x->p->edges.count; i++)
        for (uint32_t k = 0; k < x->watch->count; k++) {
            const Edge *e = &x->p->edges.data[i];
            Term at = x->watch->at[i * x->watch->count + k];
            if (!term_is(at)) continue;
            Reader r = {x, x->p->locs.data[e->from.i].template};
            term_for_each_var(x->tm, at, check_index_variable, &r);
            if (!e->is_error) fail_watched(x, "an edge that is no error is asked about at an index");
        }
}

/* ---- terms ---- */

static Term translate_watched(Watched *x, Term t);

static bool is_watched(const Watched *x, Term t)
{
    return term_kind(x->tm, t) == TERM_VAR && x->watch->arrays[term_symbol(x->tm, t)];
}

/* One value for one term in one step: it stands for what the term is in the program. */
static Term unwatched_input(Watched *x, Term t)
{
    for (uint32_t i = 0; i < x->others.count; i++)
        if (term_same(x->others.data[i].from, t)) return x->others.data[i].to;
    Term input = program_fresh_input(x->out, term_sort(x->tm, t), false, "other");
    vec_push(x->p->run, &x->others, ((Translated){t, input}));
    return input;
}

/* Element of an array term at an index; both as they are in the program, before the step. */
static Term element_translated(Watched *x, Term array, Term index)
{
    TermManager *tm = x->tm;
    Term at = translate_watched(x, index);
    switch (term_kind(tm, array)) {
    case TERM_STORE: {
        Term here = term_eq(tm, at, translate_watched(x, term_arg(tm, array, 1)));
        return term_ite(tm, here, translate_watched(x, term_arg(tm, array, 2)),
                        element_translated(x, term_arg(tm, array, 0), index));
    }
    case TERM_ITE:
        return term_ite(tm, translate_watched(x, term_arg(tm, array, 0)),
                        element_translated(x, term_arg(tm, array, 1), index),
                        element_translated(x, term_arg(tm, array, 2), index));
    case TERM_CONST_ARRAY: return translate_watched(x, term_arg(tm, array, 0));
    default: break;
    }
    if (!is_watched(x, array)) return term_select(tm, translate_watched(x, array), at);
    Term value = unwatched_input(x, term_select(tm, array, index));
    for (uint32_t k = 0; k < x->watch->count; k++) { /* which comes first does not matter: they are equal */
        Term here = term_eq(tm, at, program_var_term(x->out, watched_index(x->p, k)));
        VarId known = watched_value(x->p, x->watch, (VarId){term_symbol(tm, array)}, k);
        value = term_ite(tm, here, program_var_term(x->out, known), value);
    }
    return value;
}

static Term translate_parts(Watched *x, Term t)
{
    uint32_t n = term_arity(x->tm, t);
    Term *parts = run_alloc(x->p->run, (n + 1) * sizeof *parts);
    for (uint32_t i = 0; i < n; i++)
        parts[i] = translate_watched(x, term_arg(x->tm, t, i));
    Term out = term_rebuild(x->tm, t, parts);
    run_release(x->p->run, parts);
    return out;
}

static Term translate_watched(Watched *x, Term t)
{
    for (uint32_t i = 0; i < x->terms.count; i++)
        if (term_same(x->terms.data[i].from, t)) return x->terms.data[i].to;
    Term out = t;
    if (is_watched(x, t))
        out = unwatched_input(x, t); /* a whole array, of which nothing is said */
    else if (term_kind(x->tm, t) == TERM_SELECT)
        out = element_translated(x, term_arg(x->tm, t, 0), term_arg(x->tm, t, 1));
    else if (term_arity(x->tm, t))
        out = translate_parts(x, t);
    vec_push(x->p->run, &x->terms, ((Translated){t, out}));
    return out;
}

/* Element k of the array after a step that makes it the term. */
static Term element_after_step(Watched *x, VarId array, Term value, uint32_t k)
{
    TermManager *tm = x->tm;
    Term here = program_var_term(x->out, watched_index(x->p, k));
    switch (term_kind(tm, value)) {
    case TERM_STORE: {
        Term is_it = term_eq(tm, translate_watched(x, term_arg(tm, value, 1)), here);
        return term_ite(tm, is_it, translate_watched(x, term_arg(tm, value, 2)),
                        element_after_step(x, array, term_arg(tm, value, 0), k));
    }
    case TERM_ITE:
        return term_ite(tm, translate_watched(x, term_arg(tm, value, 0)),
                        element_after_step(x, array, term_arg(tm, value, 1), k),
                        element_after_step(x, array, term_arg(tm, value, 2), k));
    case TERM_CONST_ARRAY: return translate_watched(x, term_arg(tm, value, 0));
    case TERM_VAR:
        if (is_watched(x, value))
            return program_var_term(x->out, watched_value(x->p, x->watch, (VarId){term_symbol(tm, value)}, k));
        return term_select(tm, value, here);
    default: return term_select(tm, translate_watched(x, value), here);
    }
}

/* ---- edges ---- */

static void add_translated_edge(Watched *x, uint32_t i)
{
    const Edge *e = &x->p->edges.data[i];
    Edge out = *e;
    Run *run = x->p->run;
    VEC(Assign) assigns = {0}, values = {0}, args = {0};
    x->terms.count = x->others.count = 0;
    out.guard = translate_watched(x, e->guard);
    for (uint32_t k = 0; k < e->assign_count; k++) {
        const Assign *a = &e->assigns[k];
        if (!x->watch->arrays[a->var.i]) vec_push(run, &assigns, ((Assign){a->var, translate_watched(x, a->value)}));
        for (uint32_t w = 0; x->watch->arrays[a->var.i] && w < x->watch->count; w++)
            vec_push(run, &values,
                     ((Assign){watched_value(x->p, x->watch, a->var, w), element_after_step(x, a->var, a->value, w)}));
    }
    for (uint32_t k = 0; k < values.count; k++)
        vec_push(run, &assigns, values.data[k]);
    for (uint32_t k = 0; k < e->arg_count; k++)
        vec_push(run, &args, ((Assign){e->args[k].var, translate_watched(x, e->args[k].value)}));
    for (uint32_t w = 0; w < x->watch->count; w++) {
        Term at = x->watch->at[i * x->watch->count + w];
        if (!term_is(at)) continue;
        Term here = term_eq(x->tm, at, program_var_term(x->out, watched_index(x->p, w)));
        out.guard = term_and(x->tm, out.guard, here);
    }
    out.assigns = assigns.data;
    out.assign_count = assigns.count;
    out.args = args.data;
    out.arg_count = args.count;
    out.accesses = NULL;
    out.access_count = 0;
    program_add_edge(x->out, &out);
    vec_free(run, &assigns);
    vec_free(run, &values);
    vec_free(run, &args);
}

/* Is the initial value of a watched element, if it has one, that of all elements? */
static void check_initial(Watched *x)
{
    for (uint32_t v = 0; v < x->p->vars.count; v++)
        for (uint32_t k = 0; x->watch->arrays[v] && k < x->watch->count; k++) {
            Term init = x->out->vars.data[watched_value(x->p, x->watch, (VarId){v}, k).i].init;
            Term all = x->p->vars.data[v].init;
            if (!term_is(init)) continue;
            if (!term_is(all) || term_kind(x->tm, all) != TERM_CONST_ARRAY || !term_same(term_arg(x->tm, all, 0), init))
                fail_watched(x, "a watched element has an initial value that the others have not");
        }
    for (uint32_t k = 0; k < x->watch->count; k++)
        CHECK(!term_is(x->out->vars.data[watched_index(x->p, k).i].init));
}

Program *certify_watched(Program *p, const ElementWatch *watch, const char **problem)
{
    Watched watched = {.p = p, .tm = p->tm, .watch = watch}, *x = &watched;
    check_arrays(x);
    if (!x->problem) check_indices(x);
    if (!x->problem) {
        x->out = watched_frame(p, watch);
        check_initial(x);
    }
    for (uint32_t i = 0; i < p->edges.count && !x->problem; i++)
        add_translated_edge(x, i);
    vec_free(p->run, &x->terms);
    vec_free(p->run, &x->others);
    *problem = x->problem;
    if (x->problem) return NULL;
    program_index(x->out);
    CHECK(x->out->edges.count == p->edges.count);
    return program_require(x->out, "watched program");
}
