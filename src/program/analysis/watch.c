/* Many programs use the elements of an array alike: each has its own lock, or its own thread. What is to be shown of
 * any element is shown of one that is arbitrary but the same all the time (a rigid index: Lahiri and Bryant, CAV 2004;
 * a Skolem constant: Flanagan and Qadeer, POPL 2002; cell abstraction: Monniaux and Gonnord, SAS 2016).
 *
 * Let w be the index of the watched element, and x its value. Where a step reads a[i] it reads x if i == w, and
 * otherwise any value. A step that makes a[i] become v makes x become v if i == w, and otherwise leaves x alone. So for
 * every run of the program and every value of w there is a run along the same edges, in which x has the value of a[w]
 * before each step, and all variables but the arrays have the values that they have: by induction, as the inputs
 * that other elements are read as can be chosen to be those elements.
 *
 * An error edge e is taken once, at the end. In the state before it some term t has some value: w can be chosen to be
 * that value from the beginning, since it is arbitrary. So `t == w` may be added to the guard of e, for any t that is a
 * function of the state before e: each run to e is a run of the watched program for some w. With several elements the
 * same is said of each. What would be unsound: a term with more than one value there (an input), one over the arrays
 * (which the watched program does not have), or adding it to other edges. */
#include "program/analysis/watch.h"

#include "base/check.h"
#include "base/intern.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"

#define DECISIONS_MAX 8 /* further ones stay case splits in terms */

/* Whether an index is that of a watched element, in the copy of the edge at hand. */
typedef struct IndexDecision {
    Term condition;
    bool holds;
} IndexDecision;

typedef struct Rewriter {
    const Program *from;
    const ElementWatch *watch;
    const Edge *edge; /* at hand */
    Program *p;
    TermManager *tm;
    Intern ids; /* terms that were rewritten, of one edge */
    VEC(Term) results;
    Intern reads; /* of other elements: array, index */
    VEC(Term) inputs;
    IndexDecision decisions[DECISIONS_MAX];
    uint32_t decision_count, decision_first; /* those before the first are not taken back */
} Rewriter;

static Term rewrite(Rewriter *r, Term t);

static bool is_watched_var(const Rewriter *r, Term t)
{
    return term_kind(r->tm, t) == TERM_VAR && term_symbol(r->tm, t) < r->from->vars.count &&
           r->watch->arrays[term_symbol(r->tm, t)];
}

/* A condition that has been decided, or is decided now: first it holds. */
static Term decide_condition(Rewriter *r, Term condition)
{
    if (term_is_const(r->tm, condition)) return condition;
    for (uint32_t i = 0; i < r->decision_count; i++)
        if (term_same(r->decisions[i].condition, condition)) return term_bool(r->tm, r->decisions[i].holds);
    if (r->decision_count == DECISIONS_MAX) return condition;
    r->decisions[r->decision_count++] = (IndexDecision){condition, true};
    return term_bool(r->tm, true);
}

/* The next ways in which decisions come out; false: there are no others. */
static bool decide_again(Rewriter *r)
{
    while (r->decision_count > r->decision_first && !r->decisions[r->decision_count - 1].holds)
        r->decision_count--;
    if (r->decision_count == r->decision_first) return false;
    r->decisions[r->decision_count - 1].holds = false;
    return true;
}

static Term term_of_variable(const Rewriter *r, VarId v) { return program_var_term(r->p, v); }

/* The index of a watched element. */
static Term watched_term(const Rewriter *r, uint32_t k)
{
    Term index = term_of_variable(r, watched_index(r->from, k));
    if (!IS_UNSOUND(UNSOUND_ELEMENT_DIFFERS)) return index;
    uint32_t template = r->from->locs.data[r->edge->from.i].template.i;
    return term_add(r->tm, index, term_bv(r->tm, term_sort(r->tm, index).width, template));
}

/* What stands for an element that is not watched, or for what is not followed: the same in one step for the same. */
static Term unwatched_value(Rewriter *r, Term array, Term index, Sort sort)
{
    bool is_new;
    uint32_t key[] = {array.id, index.id}, id = intern_add(&r->reads, key, 2, &is_new);
    if (is_new) vec_push(r->p->run, &r->inputs, program_fresh_input(r->p, sort, false, "element"));
    CHECK(sort_same(term_sort(r->tm, r->inputs.data[id]), sort));
    return r->inputs.data[id];
}

/* The element of a watched array. index: rewritten. */
static Term read_watched(Rewriter *r, Term array, Term index)
{
    VarId of = {term_symbol(r->tm, array)};
    Term value = unwatched_value(r, array, index, sort_element(term_sort(r->tm, array)));
    for (uint32_t k = r->watch->count; k-- > 0;) {
        Term is_it = decide_condition(r, term_eq(r->tm, index, watched_term(r, k)));
        value = term_ite(r->tm, is_it, term_of_variable(r, watched_value(r->from, r->watch, of, k)), value);
    }
    return value;
}

/* The element of an array term. index: rewritten. */
static Term read_element(Rewriter *r, Term array, Term index)
{
    TermManager *tm = r->tm;
    switch (term_kind(tm, array)) {
    case TERM_VAR: return is_watched_var(r, array) ? read_watched(r, array, index) : term_select(tm, array, index);
    case TERM_CONST_ARRAY: return rewrite(r, term_arg(tm, array, 0));
    case TERM_STORE:
        return term_ite(tm, term_eq(tm, index, rewrite(r, term_arg(tm, array, 1))), rewrite(r, term_arg(tm, array, 2)),
                        read_element(r, term_arg(tm, array, 0), index));
    case TERM_ITE:
        return term_ite(tm, rewrite(r, term_arg(tm, array, 0)), read_element(r, term_arg(tm, array, 1), index),
                        read_element(r, term_arg(tm, array, 2), index));
    default: return unwatched_value(r, array, index, sort_element(term_sort(tm, array)));
    }
}

static Term rewrite_new(Rewriter *r, Term t)
{
    TermManager *tm = r->tm;
    if (is_watched_var(r, t)) return unwatched_value(r, t, TERM_NONE, term_sort(tm, t)); /* the whole array */
    if (term_kind(tm, t) == TERM_SELECT) return read_element(r, term_arg(tm, t, 0), rewrite(r, term_arg(tm, t, 1)));
    uint32_t n = term_arity(tm, t);
    if (n == 0) return t;
    Term *args = run_alloc(r->p->run, n * sizeof *args);
    for (uint32_t i = 0; i < n; i++)
        args[i] = rewrite(r, term_arg(tm, t, i));
    Term result = term_rebuild(tm, t, args);
    run_release(r->p->run, args);
    return result;
}

static Term rewrite(Rewriter *r, Term t)
{
    uint32_t known = intern_find(&r->ids, &t.id, 1);
    if (known != INTERN_NONE) return r->results.data[known];
    Term result = rewrite_new(r, t);
    intern_add(&r->ids, &t.id, 1, NULL);
    vec_push(r->p->run, &r->results, result);
    CHECK(sort_same(term_sort(r->tm, result), term_sort(r->tm, t)));
    return result;
}

/* The value of a watched element after a step that makes the array what the term is. */
static Term element_after(Rewriter *r, VarId array, Term value, uint32_t k)
{
    TermManager *tm = r->tm;
    Term here = watched_term(r, k);
    if (is_watched_var(r, value) && term_symbol(tm, value) == array.i) /* as it was */
        return term_of_variable(r, watched_value(r->from, r->watch, array, k));
    if (term_kind(tm, value) == TERM_STORE) {
        Term is_it = decide_condition(r, term_eq(tm, rewrite(r, term_arg(tm, value, 1)), here)),
             rest = term_arg(tm, value, 0);
        return term_ite(tm, is_it, rewrite(r, term_arg(tm, value, 2)), element_after(r, array, rest, k));
    }
    if (term_kind(tm, value) == TERM_ITE)
        return term_ite(tm, rewrite(r, term_arg(tm, value, 0)), element_after(r, array, term_arg(tm, value, 1), k),
                        element_after(r, array, term_arg(tm, value, 2), k));
    return read_element(r, value, here);
}

static uint32_t rewrite_assigns(Rewriter *r, const Assign *from, uint32_t count, Assign *to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!r->watch->arrays[from[i].var.i]) to[n++] = (Assign){from[i].var, rewrite(r, from[i].value)};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; r->watch->arrays[from[i].var.i] && k < r->watch->count; k++) {
            VarId v = watched_value(r->from, r->watch, from[i].var, k);
            if (IS_UNSOUND(UNSOUND_ELEMENT_LOST)) continue;
            to[n++] = (Assign){v, element_after(r, from[i].var, from[i].value, k)};
        }
    return n;
}

/* The error is asked about where the watched elements are those: decided, for all copies of the edge. */
static void decide_elements(Rewriter *r, uint32_t edge)
{
    r->decision_count = 0;
    for (uint32_t k = 0; k < r->watch->count; k++) {
        Term at = r->watch->at[edge * r->watch->count + k];
        if (!term_is(at)) continue;
        CHECK(r->from->edges.data[edge].is_error && r->decision_count < DECISIONS_MAX);
        Term condition = term_eq(r->tm, at, watched_term(r, k));
        CHECK(!term_is_const(r->tm, condition)); /* the index is arbitrary */
        r->decisions[r->decision_count++] = (IndexDecision){condition, true};
    }
    r->decision_first = r->decision_count;
}

static Term decided(Rewriter *r, Term guard)
{
    if (IS_UNSOUND(UNSOUND_ELEMENT_UNASKED) && r->decision_first) return term_bool(r->tm, false);
    for (uint32_t i = 0; i < r->decision_count; i++) {
        Term c = r->decisions[i].condition;
        bool is_other = r->edge->is_error && !r->decisions[i].holds;
        if (IS_UNSOUND(UNSOUND_ELEMENT_OTHER) && is_other) return term_bool(r->tm, false);
        guard = term_and(r->tm, guard, r->decisions[i].holds ? c : term_not(r->tm, c));
    }
    return guard;
}

/* ---- bounds of indices ---- */

typedef struct Bound {
    Rewriter *r;
    const Edge *edge;
    Term var;
    bool is_index; /* the variable is one of an index */
    bool is_bound; /* the condition speaks of indices only, and of some */
} Bound;

static void look_for_var(void *arg, Term var)
{
    Bound *b = arg;
    b->is_index |= term_same(var, b->var);
}

static void look_in_access(void *arg, Term t)
{
    Bound *b = arg;
    TermManager *tm = b->r->tm;
    TermKind kind = term_kind(tm, t);
    if (kind == TERM_SELECT || kind == TERM_STORE) term_for_each_var(tm, term_arg(tm, t, 1), look_for_var, b);
}

static void look_for_index(void *arg, Term var)
{
    Bound *b = arg;
    bool is_local = b->r->from->vars.data[term_symbol(b->r->tm, var)].class == VAR_LOCAL;
    b->var = var;
    b->is_index = false;
    term_for_each_subterm(b->r->tm, b->edge->guard, look_in_access, b);
    for (uint32_t i = 0; i < b->edge->assign_count; i++)
        term_for_each_subterm(b->r->tm, b->edge->assigns[i].value, look_in_access, b);
    b->is_bound &= is_local && b->is_index;
}

/* `index < constant`, as the front end requires where an element is accessed. */
static bool is_bound(Rewriter *r, const Edge *e, Term condition)
{
    Bound b = {.r = r, .edge = e, .is_bound = true};
    if (term_kind(r->tm, condition) != TERM_ULT || !term_is_const(r->tm, term_arg(r->tm, condition, 1))) return false;
    term_for_each_var(r->tm, condition, look_for_index, &b);
    return b.is_bound && term_is(b.var);
}

/* The guard without what it says of how large indices are: which element is accessed does not matter, only whether it
 * is the watched one. That adds runs and takes away none. */
static Term without_bounds(Rewriter *r, const Edge *e)
{
    if (term_kind(r->tm, e->guard) != TERM_AND) return is_bound(r, e, e->guard) ? term_bool(r->tm, true) : e->guard;
    Term out = term_bool(r->tm, true);
    for (uint32_t i = 0; i < term_arity(r->tm, e->guard); i++) {
        Term c = term_arg(r->tm, e->guard, i);
        if (!is_bound(r, e, c)) out = term_and(r->tm, out, c);
    }
    return out;
}

/* ---- edges ---- */

static void add_decided_copy(Rewriter *r, uint32_t i)
{
    Run *run = r->p->run;
    Edge e = r->from->edges.data[i];
    EdgeId path = {i};
    const Edge *of = &r->from->edges.data[i];
    intern_init(run, &r->ids);
    intern_init(run, &r->reads);
    r->results.count = r->inputs.count = 0;
    Assign *assigns =
        run_alloc(run, ((size_t)of->assign_count * r->watch->count + of->arg_count + 1) * sizeof *assigns);
    e.guard = rewrite(r, without_bounds(r, of));
    e.assigns = assigns;
    e.assign_count = rewrite_assigns(r, of->assigns, of->assign_count, assigns);
    e.args = assigns + e.assign_count;
    for (uint32_t k = 0; k < of->arg_count; k++)
        e.args[k] = (Assign){of->args[k].var, rewrite(r, of->args[k].value)};
    e.guard = decided(r, e.guard);
    e.accesses = NULL; /* what races is an error edge by now */
    e.access_count = 0;
    e.path = &path;
    e.path_count = 1;
    if (!term_is_false(r->tm, e.guard)) program_add_edge(r->p, &e);
    run_release(run, assigns);
    intern_clear(&r->ids);
    intern_clear(&r->reads);
}

/* A copy for each way in which the decisions come out: guards say which, and refinement looks at guards first. */
static void add_watched_edge(Rewriter *r, uint32_t i)
{
    r->edge = &r->from->edges.data[i];
    decide_elements(r, i);
    do
        add_decided_copy(r, i);
    while (decide_again(r));
}

Program *watch_program(Program *p, const ElementWatch *watch)
{
    Rewriter r = {.from = p, .watch = watch, .p = watched_frame(p, watch), .tm = p->tm};
    for (uint32_t i = 0; i < p->edges.count; i++)
        add_watched_edge(&r, i);
    vec_free(p->run, &r.results);
    vec_free(p->run, &r.inputs);
    program_index(r.p);
    return program_require(r.p, "watched program");
}
