/* Machine integers to mathematical integers: a new program whose variables, locations and edges have the numbers of
 * the old one; what is added comes after.
 *
 * Ranges. An arbitrary value of a machine type lies in its range, and mathematical integers would forget that. Inputs
 * are constrained by the guard of their edge. Arbitrary initial values are constrained by a step that a thread takes
 * first (it touches nothing else, so it commutes with all steps of other threads); those of shared variables by the
 * first such step of all, which nothing can precede. */
#include "program/ideal.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/walk.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/ideal_term.h"
#include "program/step.h"

typedef struct Ideal {
    IdealTerms terms;
    Program *from, *to;
    Run *run;
    TermManager *tm;
} Ideal;

typedef VEC(Term) Conditions;

/* ---- ranges ---- */

/* Adds lo <= t <= hi for the range of a machine sort; t has the ideal sort. */
static void add_range(const Ideal *c, Conditions *list, Term t, Sort machine, bool is_signed)
{
    if (machine.kind != SORT_BV || machine.width == 1) return;
    CHECK(term_sort(c->tm, t).kind == SORT_INT);
    if (!is_signed) vec_push(c->run, list, term_binary(c->tm, TERM_SLE, term_int(c->tm, 0), t));
    if (machine.width == 64) return; /* all that 64 bits can hold; the upper end of u64 is out of reach of constants */
    unsigned bits = is_signed ? machine.width - 1u : machine.width;
    if (is_signed) vec_push(c->run, list, term_binary(c->tm, TERM_SLE, term_int(c->tm, -(INT64_C(1) << bits)), t));
    vec_push(c->run, list, term_binary(c->tm, TERM_SLT, t, term_int(c->tm, INT64_C(1) << bits)));
}

typedef struct InputRanges {
    const Ideal *c;
    Conditions *list;
} InputRanges;

static void add_input_range(void *arg, Term var)
{
    const InputRanges *r = arg;
    const Ideal *c = r->c;
    const Var *v = &c->from->vars.data[term_symbol(c->tm, var)];
    if (v->class != VAR_INPUT) return;
    Term ideal = term_var(c->tm, ideal_sort(v->sort), term_symbol(c->tm, var), term_instance(c->tm, var));
    add_range(c, r->list, ideal, v->sort, v->is_signed);
}

static void add_input_ranges(const Ideal *c, const Edge *e, Conditions *list)
{
    InputRanges r = {c, list};
    term_for_each_var(c->tm, e->guard, add_input_range, &r);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(c->tm, e->assigns[i].value, add_input_range, &r);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(c->tm, e->args[i].value, add_input_range, &r);
}

static Term take_conjunction(const Ideal *c, Conditions *list)
{
    Term t = term_and_n(c->tm, list->data, list->count);
    vec_free(c->run, list);
    return t;
}

/* ---- variables, locations, edges ---- */

static void convert_vars(Ideal *c)
{
    bool approximate = false;
    for (uint32_t v = 0; v < c->from->vars.count; v++) {
        Var var = c->from->vars.data[v];
        if (term_is(var.init) && var.sort.kind != SORT_ARRAY)
            var.init = ideal_translate(&c->terms, var.init, !var.is_signed, &approximate);
        else if (term_is(var.init))
            var.init = ideal_translate(&c->terms, var.init, false, &approximate);
        else if (var.sort.kind == SORT_ARRAY)
            diag_add(c->run, SEVERITY_WARNING, var.pos,
                     "the arbitrary initial elements of '%s' may leave the range of their type", var.name);
        var.sort = ideal_sort(var.sort);
        CHECK(c->to->vars.count == v); /* the numbers stay */
        program_add_var(c->to, &var);
    }
}

static void convert_templates(Ideal *c)
{
    for (uint32_t t = 0; t < c->from->templates.count; t++) {
        Template copy = c->from->templates.data[t];
        memset(&copy.locals, 0, sizeof copy.locals); /* program_add_var fills it */
        vec_push(c->run, &c->to->templates, copy);
    }
}

static Assign *convert_assigns(Ideal *c, const Assign *assigns, uint32_t count, bool *approximate)
{
    Assign *copy = run_alloc(c->run, (count + 1) * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) {
        bool is_unsigned = !c->from->vars.data[assigns[i].var.i].is_signed;
        copy[i].var = assigns[i].var;
        copy[i].value = ideal_translate(&c->terms, assigns[i].value, is_unsigned, approximate);
        CHECK(sort_same(term_sort(c->tm, copy[i].value), c->to->vars.data[assigns[i].var.i].sort));
    }
    return copy;
}

static void convert_edge(Ideal *c, const Edge *old)
{
    Edge e = *old;
    bool approximate = false;
    Conditions guard = {NULL, 0, 0};
    vec_push(c->run, &guard, ideal_translate(&c->terms, old->guard, false, &approximate));
    e.assigns = convert_assigns(c, old->assigns, old->assign_count, &approximate);
    e.args = convert_assigns(c, old->args, old->arg_count, &approximate);
    add_input_ranges(c, old, &guard);
    e.guard = take_conjunction(c, &guard);
    CHECK(c->to->edges.count == (uint32_t)(old - c->from->edges.data)); /* the numbers stay */
    if (approximate) {
        diag_add(c->run, SEVERITY_WARNING, old->pos,
                 "a bit operation has no meaning for mathematical integers; its result is arbitrary");
        if (!e.approximate) e.approximate = "a bit operation on mathematical integers";
        e.action = 0; /* also guards are */
    }
    program_add_edge(c->to, &e);
    run_release(c->run, e.assigns);
    run_release(c->run, e.args);
}

/* ---- initial values ---- */

/* Does some spawn set the parameter? Then its values need not be in the range of its type. */
static bool is_spawn_argument(const Ideal *c, uint32_t var)
{
    for (uint32_t e = 0; e < c->from->edges.count; e++)
        if (term_is(step_argument(&c->from->edges.data[e], (VarId){var}))) return true;
    return false;
}

static void add_initial_range(const Ideal *c, Conditions *list, uint32_t v)
{
    const Var *var = &c->from->vars.data[v];
    if (!term_is(var->init) && var->sort.kind == SORT_BV && var->sort.width > 1)
        add_range(c, list, program_var_term(c->to, (VarId){v}), var->sort, var->is_signed);
}

static Term local_ranges(const Ideal *c, TemplateId t)
{
    Conditions list = {NULL, 0, 0};
    const Template *template = &c->from->templates.data[t.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        if (!c->from->vars.data[v].is_parameter || !is_spawn_argument(c, v)) add_initial_range(c, &list, v);
    }
    return take_conjunction(c, &list);
}

static Term shared_ranges(const Ideal *c)
{
    Conditions list = {NULL, 0, 0};
    for (uint32_t v = 0; v < c->from->vars.count; v++)
        if (c->from->vars.data[v].class == VAR_SHARED) add_initial_range(c, &list, v);
    return take_conjunction(c, &list);
}

/* One flag that the first thread to start sets, having constrained the shared variables. */
static VarId add_started_flag(Ideal *c)
{
    Var var = {.name = "ideal.started",
               .sort = sort_bool(),
               .class = VAR_SHARED,
               .template = {NO_ID},
               .init = term_bool(c->tm, false),
               .is_temporary = true};
    return program_add_var(c->to, &var);
}

static void add_entry_edge(Ideal *c, LocId from, LocId to, Term guard, const VarId *sets)
{
    Edge e = edge_make(from, to, c->to->locs.data[to.i].pos);
    Assign assign = {{0}, term_bool(c->tm, true)};
    e.guard = guard;
    if (sets) {
        assign.var = *sets;
        e.assigns = &assign;
        e.assign_count = 1;
    }
    e.text = "initial values are in the range of their types";
    program_add_edge(c->to, &e);
}

/* A new entry, with a step that constrains the initial values. */
static void constrain_entry(Ideal *c, TemplateId t, Term shared, const VarId *started)
{
    Template *template = &c->to->templates.data[t.i];
    Term local = local_ranges(c, t);
    bool first = template->initial != COUNT_NONE && !term_is_true(c->tm, shared);
    if (!first && term_is_true(c->tm, local)) return;
    LocId entry = template->entry;
    CHECK(entry.i < c->from->locs.count); /* not constrained yet */
    SourcePos pos = c->to->locs.data[entry.i].pos;
    LocId start = program_add_loc(c->to, t, "start", false, pos);
    c->to->templates.data[t.i].entry = start;
    if (!first) {
        add_entry_edge(c, start, entry, local, NULL);
        return;
    }
    Term flag = program_var_term(c->to, *started);
    Term once = term_and(c->tm, term_not(c->tm, flag), term_and(c->tm, shared, local));
    add_entry_edge(c, start, entry, once, started);
    add_entry_edge(c, start, entry, term_and(c->tm, flag, local), NULL);
}

Program *program_to_ideal(Program *machine)
{
    Run *run = machine->run;
    Ideal ideal = {.from = machine, .to = program_copy_empty(machine), .run = run, .tm = machine->tm};
    Ideal *c = &ideal;
    c->terms.from = machine;
    c->terms.to = c->to;
    c->terms.tm = machine->tm;
    c->to->has_ideal_integers = true;
    convert_templates(c);
    convert_vars(c);
    for (uint32_t l = 0; l < machine->locs.count; l++)
        vec_push(run, &c->to->locs, machine->locs.data[l]);
    for (uint32_t e = 0; e < machine->edges.count; e++)
        convert_edge(c, &machine->edges.data[e]);
    Term shared = shared_ranges(c);
    VarId started = {NO_ID};
    if (!term_is_true(c->tm, shared)) started = add_started_flag(c);
    for (uint32_t t = 0; t < machine->templates.count; t++)
        constrain_entry(c, (TemplateId){t}, shared, &started);
    vec_free(run, &c->terms.map);
    program_index(c->to);
    program_infer_cardinality(c->to);
    return program_require(c->to, "ideal integers");
}
