/* Constant variables and the cone of influence.
 *
 * Exact: a run of the sliced program is a run of the original without the values that no guard can depend on, and
 * every run of the original projects to one of the sliced program with the same edges. */
#include "program/analysis/slice.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/analysis/branches.h"
#include "program/analysis/liveness.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/step.h"

typedef struct Slice {
    Program *in, *out;
    Term *constant; /* per variable: the only value that is ever read of it, or TERM_NONE */
    bool *relevant;
    bool changed;
} Slice;

static Term constant_of(void *arg, TermManager *tm, Term var)
{
    Slice *s = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(program_has_var(s->in, (VarId){v}));
    return s->in->vars.data[v].class == VAR_INPUT ? TERM_NONE : s->constant[v];
}

static Term fold_constants(Slice *s, Term t) { return term_substitute(s->in->tm, t, constant_of, s); }

/* ---- constants ---- */

typedef struct Candidate {
    Term value; /* TERM_NONE: none seen yet */
    bool many;
} Candidate;

static void join_constant(const Slice *s, Candidate *c, Term value)
{
    if (!term_is(value) || !(term_is_const(s->in->tm, value) || term_kind(s->in->tm, value) == TERM_CONST_ARRAY))
        c->many = true;
    else if (term_is(c->value) && !term_same(c->value, value))
        c->many = true;
    else
        c->value = value;
}

static void join_assigns(Slice *s, Candidate *candidates, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Term value = fold_constants(s, assigns[i].value);
        if (term_same(value, program_var_term(s->in, assigns[i].var))) continue; /* x := x */
        join_constant(s, &candidates[assigns[i].var.i], value);
    }
}

/* What a variable holds before the first assignment: counts when it may be read then. */
static void join_start(Slice *s, const Liveness *live, Candidate *candidates, uint32_t v)
{
    const Var *info = &s->in->vars.data[v];
    if (info->class == VAR_LOCAL) {
        const Template *t = &s->in->templates.data[info->template.i];
        if (!liveness_is_live(live, t->entry, (VarId){v})) return;
        /* A parameter has its argument's value, which is an assignment; threads nobody started have none. */
        if (info->is_parameter && t->initial == COUNT_NONE) return;
    }
    join_constant(s, &candidates[v], info->init);
}

/* A parameter that a start leaves out has its initial value. */
static void join_omitted(Slice *s, Candidate *candidates, const Edge *e)
{
    if (e->spawn.i == NO_ID) return;
    const Template *child = &s->in->templates.data[e->spawn.i];
    for (uint32_t i = 0; i < child->locals.count; i++) {
        VarId v = {child->locals.data[i]};
        const Var *info = &s->in->vars.data[v.i];
        if (info->is_parameter && !term_is(step_argument(e, v))) join_constant(s, &candidates[v.i], info->init);
    }
}

/* Variables of which only one value can ever be read: the start value and all assigned ones are that. Repeats with what
 * was found, since constants make more constants. */
static void find_constant_variables(Slice *s)
{
    Program *p = s->in;
    const Liveness *live = liveness_new(p);
    Candidate *candidates = run_alloc(p->run, (p->vars.count + 1) * sizeof *candidates);
    do {
        s->changed = false;
        memset(candidates, 0, p->vars.count * sizeof *candidates);
        for (uint32_t v = 0; v < p->vars.count; v++)
            join_start(s, live, candidates, v);
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (term_is_false(p->tm, fold_constants(s, e->guard))) continue;
            join_assigns(s, candidates, e->assigns, e->assign_count);
            join_assigns(s, candidates, e->args, e->arg_count);
            join_omitted(s, candidates, e);
        }
        for (uint32_t v = 0; v < p->vars.count; v++) {
            bool is_constant =
                p->vars.data[v].class != VAR_INPUT && !candidates[v].many && term_is(candidates[v].value);
            if (!is_constant || term_is(s->constant[v])) continue;
            CHECK(sort_same(term_sort(p->tm, candidates[v].value), p->vars.data[v].sort));
            s->constant[v] = candidates[v].value;
            s->changed = true;
        }
    } while (s->changed);
    run_release(p->run, candidates);
}

/* ---- the cone of influence ---- */

static void mark_relevant_variable(void *arg, Term var)
{
    Slice *s = arg;
    uint32_t v = term_symbol(s->out->tm, var);
    if (!s->relevant[v]) s->relevant[v] = s->changed = true;
}

/* Folds constants into a copy of the edges. Assignments that leave a variable as it is are dropped. */
static void copy_folded_edges(Slice *s)
{
    Program *p = s->in;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        e.accesses = NULL; /* what races is an error edge by now */
        e.access_count = 0;
        e.guard = fold_constants(s, e.guard);
        Assign *assigns = run_alloc(p->run, (e.assign_count + e.arg_count + 1) * sizeof *assigns);
        uint32_t count = 0;
        for (uint32_t k = 0; k < e.assign_count; k++) {
            Term value = fold_constants(s, e.assigns[k].value);
            if (term_same(value, program_var_term(p, e.assigns[k].var))) continue;
            assigns[count++] = (Assign){e.assigns[k].var, value};
        }
        Assign *args = assigns + count;
        for (uint32_t k = 0; k < e.arg_count; k++)
            args[k] = (Assign){e.args[k].var, fold_constants(s, e.args[k].value)};
        e.assigns = assigns;
        e.assign_count = count;
        e.args = args;
        CHECK(s->out->edges.count == i); /* edges keep their numbers: paths of merged ones speak of the original */
        program_add_edge(s->out, &e);
        run_release(p->run, assigns);
    }
}

static void mark_relevant_sources(Slice *s, const Assign *assigns, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (s->relevant[assigns[k].var.i]) term_for_each_var(s->out->tm, assigns[k].value, mark_relevant_variable, s);
}

/* Per location: edges whose guards may hold lead there from where a thread starts. No thread is ever elsewhere. */
static bool *find_reached_locations(Program *p)
{
    bool *is_reached = run_alloc(p->run, p->locs.count + 1);
    VEC(LocId) work = {NULL, 0, 0};
    for (uint32_t t = 0; t < p->templates.count; t++) {
        vec_push(p->run, &work, p->templates.data[t].entry);
        is_reached[p->templates.data[t].entry.i] = true;
    }
    while (work.count) {
        LocId l = vec_pop(&work);
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            const Edge *e = program_out_edge(p, l, k);
            if (is_reached[e->to.i] || term_is_false(p->tm, e->guard)) continue;
            is_reached[e->to.i] = true;
            vec_push(p->run, &work, e->to);
        }
    }
    vec_free(p->run, &work);
    return is_reached;
}

static void find_relevant_variables(Slice *s)
{
    Program *p = s->out;
    bool *is_reached = find_reached_locations(p);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (is_reached[p->edges.data[i].from.i])
            term_for_each_var(p->tm, p->edges.data[i].guard, mark_relevant_variable, s);
    run_release(p->run, is_reached);
    do {
        s->changed = false;
        run_poll(p->run);
        for (uint32_t i = 0; i < p->edges.count; i++) {
            mark_relevant_sources(s, p->edges.data[i].assigns, p->edges.data[i].assign_count);
            mark_relevant_sources(s, p->edges.data[i].args, p->edges.data[i].arg_count);
        }
    } while (s->changed);
}

static void keep_relevant(const Slice *s, Assign *assigns, uint32_t *count)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < *count; k++)
        if (s->relevant[assigns[k].var.i]) assigns[n++] = assigns[k];
    *count = n;
}

Program *slice_program(Program *p, bool drop_branches)
{
    Run *run = p->run;
    Slice s = {p, program_copy_frame(p, true), run_alloc(run, (p->vars.count + 1) * sizeof(Term)),
               run_alloc(run, p->vars.count + 1), false};
    Program *out = s.out;
    find_constant_variables(&s);
    copy_folded_edges(&s);
    program_index(out);
    if (drop_branches) branches_drop(out);
    find_relevant_variables(&s);
    for (uint32_t i = 0; i < out->edges.count; i++) {
        Edge *e = &out->edges.data[i];
        keep_relevant(&s, e->assigns, &e->assign_count);
        keep_relevant(&s, e->args, &e->arg_count);
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        CHECK(!s.relevant[v] || !term_is(s.constant[v])); /* constants were folded */
    run_release(run, s.constant);
    run_release(run, s.relevant);
    return program_require(out, "sliced program");
}
