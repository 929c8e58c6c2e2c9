#include "program/analysis/residue.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"

#define INPUTS_MAX 8 /* of one edge; others stay as they are */

/* An input of the edge: `whole` its only remainder, or it is used in another way, too. */
typedef struct Input {
    Term var, whole;
    bool is_other;
} Input;

typedef struct Scan {
    Program *p;
    Input inputs[INPUTS_MAX];
    uint32_t count;
} Scan;

static Input *input_of(Scan *s, Term var)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (term_same(s->inputs[i].var, var)) return &s->inputs[i];
    if (s->count == INPUTS_MAX) return NULL;
    s->inputs[s->count] = (Input){.var = var};
    return &s->inputs[s->count++];
}

static bool is_input_variable(const Scan *s, Term t)
{
    return term_kind(s->p->tm, t) == TERM_VAR && s->p->vars.data[term_symbol(s->p->tm, t)].class == VAR_INPUT;
}

/* An unsigned remainder of an input by a constant that is not 0. */
static bool is_remainder(const Scan *s, Term t)
{
    TermManager *tm = s->p->tm;
    return term_kind(tm, t) == TERM_UREM && is_input_variable(s, term_arg(tm, t, 0)) &&
           term_is_const(tm, term_arg(tm, t, 1)) && term_value(tm, term_arg(tm, t, 1)) != 0 &&
           term_sort(tm, t).kind == SORT_BV;
}

/* Each subterm once: an input may be an argument of its remainder, and of nothing else. */
static void look_for_remainders(void *arg, Term t)
{
    Scan *s = arg;
    for (uint32_t i = 0; i < term_arity(s->p->tm, t); i++) {
        Term a = term_arg(s->p->tm, t, i);
        Input *input = is_input_variable(s, a) ? input_of(s, a) : NULL;
        if (!input) continue;
        bool is_first = is_remainder(s, t) && i == 0 && !term_is(input->whole);
        if (is_first)
            input->whole = t;
        else if (!term_same(input->whole, t))
            input->is_other = true;
    }
}

static void scan_root(Scan *s, Term t)
{
    if (is_input_variable(s, t)) {
        Input *input = input_of(s, t);
        if (input) input->is_other = true;
    }
    term_for_each_subterm(s->p->tm, t, look_for_remainders, s);
}

static Term replace_remainders(Scan *s, Term t);

static Term replace_arguments(Scan *s, Term t)
{
    TermManager *tm = s->p->tm;
    uint32_t n = term_arity(tm, t);
    bool changed = false;
    Term *args = run_alloc(s->p->run, (n + 1) * sizeof *args);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = replace_remainders(s, term_arg(tm, t, i));
        changed |= !term_same(args[i], term_arg(tm, t, i));
    }
    Term out = changed ? term_rebuild(tm, t, args) : t;
    run_release(s->p->run, args);
    return out;
}

static Term replace_remainders(Scan *s, Term t)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (term_same(s->inputs[i].whole, t) && !s->inputs[i].is_other) return s->inputs[i].var;
    return term_arity(s->p->tm, t) && term_has_kind(s->p->tm, t, TERM_UREM) ? replace_arguments(s, t) : t;
}

static void restrict_edge(Program *p, Edge *e)
{
    Scan s = {.p = p};
    bool any = false;
    scan_root(&s, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++)
        scan_root(&s, e->assigns[i].value);
    for (uint32_t i = 0; i < e->arg_count; i++)
        scan_root(&s, e->args[i].value);
    for (uint32_t i = 0; i < s.count; i++)
        any |= term_is(s.inputs[i].whole) && !s.inputs[i].is_other;
    if (!any) return;
    e->guard = replace_remainders(&s, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++)
        e->assigns[i].value = replace_remainders(&s, e->assigns[i].value);
    for (uint32_t i = 0; i < e->arg_count; i++)
        e->args[i].value = replace_remainders(&s, e->args[i].value);
    for (uint32_t i = 0; i < s.count; i++) {
        if (!term_is(s.inputs[i].whole) || s.inputs[i].is_other) continue;
        Term below = term_arg(p->tm, s.inputs[i].whole, 1);
        e->guard = term_and(p->tm, e->guard, term_binary(p->tm, TERM_ULT, s.inputs[i].var, below));
    }
}

Program *residue_restrict(Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        CHECK(!e->access_count); /* these may use inputs, too */
        if (!e->access_count) restrict_edge(p, &p->edges.data[i]);
    }
    return program_require(p, "program with fewer inputs");
}
