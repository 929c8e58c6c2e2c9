#include "program/check.h"
#include "base/check.h"
#include "logic/term/walk.h"

typedef struct Scope {
    const Program *p;
    uint32_t template;
    bool allow_locals, allow_inputs;
    const char *problem;
} Scope;

static void check_var(void *arg, Term var)
{
    Scope *s = arg;
    const Program *p = s->p;
    uint32_t v = term_symbol(p->tm, var);
    if (v >= p->vars.count)
        s->problem = "a term mentions an unknown variable";
    else if (term_instance(p->tm, var) != 0 && p->vars.data[v].class != VAR_INPUT)
        s->problem = "a term mentions an instance of a variable";
    else if (!sort_same(term_sort(p->tm, var), p->vars.data[v].sort))
        s->problem = "a variable is used at another sort";
    else if (p->vars.data[v].class == VAR_LOCAL && (!s->allow_locals || p->vars.data[v].template.i != s->template))
        s->problem = "a term mentions a local of another template";
    else if (p->vars.data[v].class == VAR_INPUT && !s->allow_inputs)
        s->problem = "an initial value mentions an input";
}

static const char *check_term(const Program *p, Term t, Sort sort, uint32_t template)
{
    if (!term_is(t)) return "a term is missing";
    if (!sort_same(term_sort(p->tm, t), sort)) return "a term has the wrong sort";
    Scope s = {p, template, true, true, NULL};
    term_for_each_var(p->tm, t, check_var, &s);
    return s.problem;
}

static const char *check_assigns(const Program *p, const Assign *assigns, uint32_t count, uint32_t owner,
                                 uint32_t scope, bool parameters)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = assigns[i].var.i;
        if (v >= p->vars.count) return "an assignment to an unknown variable";
        const Var *var = &p->vars.data[v];
        if (i && assigns[i - 1].var.i >= v) return "assignments are not sorted, or assign twice";
        if (var->class == VAR_INPUT) return "an assignment to an input";
        if (var->class == VAR_LOCAL && var->template.i != owner) return "an assignment to a local of another template";
        if (parameters && !var->is_parameter) return "an argument for what is no parameter";
        const char *problem = check_term(p, assigns[i].value, var->sort, scope);
        if (problem) return problem;
    }
    return NULL;
}

static const char *check_access(const Program *p, const Access *a, uint32_t template)
{
    if (a->object >= p->objects.count) return "an access to an unknown object";
    bool has_index = term_is(a->index);
    if (has_index != (a->stride != 0)) return "an access with a stride and no index, or an index and no stride";
    if (!a->bytes && (a->offset || has_index)) return "an access to a place of no size";
    if (has_index && term_sort(p->tm, a->index).kind != SORT_BV) return "an access whose index is no bit-vector";
    if (has_index && term_is_const(p->tm, a->index)) return "an access whose index is a constant";
    const char *problem = has_index ? check_term(p, a->index, term_sort(p->tm, a->index), template) : NULL;
    if (!problem && term_is(a->condition)) problem = check_term(p, a->condition, sort_bool(), template);
    return problem;
}

static const char *check_program_edge(const Program *p, const Edge *e)
{
    if (e->from.i >= p->locs.count || e->to.i >= p->locs.count) return "an edge with an unknown end";
    if (!e->is_error && (e->property || e->what)) return "an edge with a property that is no error";
    uint32_t template = p->locs.data[e->from.i].template.i;
    if (p->locs.data[e->to.i].template.i != template) return "an edge between two templates";
    const char *problem = check_term(p, e->guard, sort_bool(), template);
    if (!problem) problem = check_assigns(p, e->assigns, e->assign_count, template, template, false);
    for (uint32_t i = 0; i < e->access_count && !problem; i++)
        problem = check_access(p, &e->accesses[i], template);
    if (problem || e->spawn.i == NO_ID) return problem ? problem : e->arg_count ? "arguments without spawn" : NULL;
    if (e->spawn.i >= p->templates.count) return "spawn of an unknown template";
    return check_assigns(p, e->args, e->arg_count, e->spawn.i, template, true);
}

static const char *check_locals(const Program *p)
{
    uint32_t listed = 0, locals = 0;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *template = &p->templates.data[t];
        listed += template->locals.count;
        for (uint32_t i = 0; i < template->locals.count; i++)
            if (!program_is_local_of(p, (VarId){template->locals.data[i]}, (TemplateId){t}))
                return "a template lists a variable that is no local of it";
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        locals += p->vars.data[v].class == VAR_LOCAL;
    return listed == locals ? NULL : "a local that its template does not list, or lists twice";
}

const char *program_check(const Program *p)
{
    for (uint32_t i = 0; i < p->vars.count; i++) {
        const Var *v = &p->vars.data[i];
        if (!v->name || !*v->name) return "a variable without a name";
        if (v->class == VAR_LOCAL && v->template.i >= p->templates.count) return "a local of an unknown template";
        if (!term_is(v->init)) continue;
        if (!sort_same(term_sort(p->tm, v->init), v->sort)) return "an initial value of the wrong sort";
        Scope s = {p, NO_ID, false, false, NULL};
        term_for_each_var(p->tm, v->init, check_var, &s);
        if (s.problem) return s.problem;
    }
    bool starts = false;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *template = &p->templates.data[t];
        if (template->entry.i >= p->locs.count) return "a template without an entry";
        if (p->locs.data[template->entry.i].template.i != t) return "a template's entry belongs to another";
        if (template->initial == COUNT_MANY && p->locs.data[template->entry.i].atomic)
            return "any number of threads start inside an atomic section";
        starts |= template->initial != COUNT_NONE;
    }
    if (!starts) return "no thread exists at the start";
    for (uint32_t i = 0; i < p->locs.count; i++)
        if (p->locs.data[i].template.i >= p->templates.count) return "a location of an unknown template";
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const char *problem = check_program_edge(p, &p->edges.data[i]);
        if (problem) return problem;
    }
    return program_is_indexed(p) ? check_locals(p) : "the program is not indexed";
}

Program *program_require(Program *p, const char *product)
{
    const char *problem = program_check(p);
    if (problem) run_stop(p->run, STOP_INTERNAL, "internal error: %s: %s", product, problem);
    return p;
}
