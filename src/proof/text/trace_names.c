#include "proof/text/trace_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/step.h"

/* ---- edges: by template, then in order, as the text has them ---- */

static void number_edges(TraceNames *n)
{
    const Program *p = n->p;
    uint32_t *next = run_alloc(p->run, (p->templates.count + 1) * sizeof *next);
    for (uint32_t e = 0; e < p->edges.count; e++)
        next[p->locs.data[p->edges.data[e].from.i].template.i + 1]++;
    for (uint32_t t = 0; t < p->templates.count; t++)
        next[t + 1] += next[t];
    for (uint32_t e = 0; e < p->edges.count; e++) {
        uint32_t number = next[p->locs.data[p->edges.data[e].from.i].template.i]++;
        CHECK(number < p->edges.count);
        n->edge_number[e] = number;
        n->edge_at[number] = e;
    }
    run_release(p->run, next);
}

/* ---- names ---- */

static uint32_t scope_of_variable(const Program *p, uint32_t v)
{
    return p->vars.data[v].class == VAR_LOCAL ? p->vars.data[v].template.i : NO_ID;
}

static int compare_variables(const void *a, const void *b, void *arg)
{
    const TraceNames *n = arg;
    uint32_t v = *(const uint32_t *)a, w = *(const uint32_t *)b;
    int order = strcmp(n->scpl.vars[v], n->scpl.vars[w]);
    uint32_t s = scope_of_variable(n->p, v), t = scope_of_variable(n->p, w);
    return order ? order : (s > t) - (s < t);
}

/* Are the numbers of edges the inverse of the edges by number, and the variables in the order that they are searched
 * in, each name once in its scope? */
static bool names_are_valid(const TraceNames *n)
{
    for (uint32_t e = 0; e < n->p->edges.count; e++)
        if (n->edge_number[e] >= n->p->edges.count || n->edge_at[n->edge_number[e]] != e) return false;
    for (uint32_t i = 1; i < n->variables.count; i++)
        if (compare_variables(&n->variables.data[i - 1], &n->variables.data[i], (void *)n) >= 0) return false;
    return true;
}

static void number_trace_locations(TraceNames *names)
{
    const Program *p = names->p;
    uint32_t next = 0;
    names->location_number = scpl_location_numbers(p);
    names->location_at = run_alloc(p->run, (p->locs.count + 1) * sizeof *names->location_at);
    names->location_first = run_alloc(p->run, (p->templates.count + 1) * sizeof *names->location_first);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        names->location_first[t] = next;
        for (uint32_t l = 0; l < p->locs.count; l++)
            if (p->locs.data[l].template.i == t) names->location_at[next++] = l;
    }
    names->location_first[p->templates.count] = next;
    CHECK(next == p->locs.count);
}

void trace_names_init(TraceNames *names, Program *p)
{
    memset(names, 0, sizeof *names);
    names->p = p;
    scpl_names(p, &names->scpl);
    names->edge_number = run_alloc(p->run, (p->edges.count + 1) * sizeof *names->edge_number);
    names->edge_at = run_alloc(p->run, (p->edges.count + 1) * sizeof *names->edge_at);
    number_edges(names);
    number_trace_locations(names);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (names->scpl.vars[v]) vec_push(p->run, &names->variables, v);
    if (names->variables.count)
        qsort_r(names->variables.data, names->variables.count, sizeof *names->variables.data, compare_variables, names);
    CHECK(names_are_valid(names));
}

void trace_names_add_locations(const TraceNames *names, const char *keyword, const bool *set, Str *out)
{
    for (uint32_t t = 0; t < names->p->templates.count; t++) {
        bool any = false;
        for (uint32_t i = names->location_first[t]; i < names->location_first[t + 1]; i++) {
            if (!set[names->location_at[i]]) continue;
            if (!any) {
                str_addf(out, "%s ", keyword);
                scpl_add_name(out, names->scpl.templates[t]);
            }
            str_addf(out, " %u", names->location_number[names->location_at[i]]);
            any = true;
        }
        if (any) str_add(out, "\n");
    }
}

void trace_names_clear(TraceNames *names)
{
    Run *run = names->p->run;
    run_release(run, names->scpl.vars);
    run_release(run, names->scpl.templates);
    run_release(run, names->edge_number);
    run_release(run, names->edge_at);
    run_release(run, names->location_number);
    run_release(run, names->location_at);
    run_release(run, names->location_first);
    vec_free(run, &names->variables);
}

static uint32_t find_in_scope(const TraceNames *n, const char *name, uint32_t scope)
{
    uint32_t low = 0, high = n->variables.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, v = n->variables.data[middle], s = scope_of_variable(n->p, v);
        int order = strcmp(n->scpl.vars[v], name);
        if (order == 0) order = (s > scope) - (s < scope);
        if (order == 0) return v;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_ID;
}

VarId trace_names_find(const TraceNames *names, const char *name, TemplateId template)
{
    uint32_t v = template.i == NO_ID ? NO_ID : find_in_scope(names, name, template.i);
    return (VarId){v == NO_ID ? find_in_scope(names, name, NO_ID) : v};
}

TemplateId trace_names_find_template(const TraceNames *names, const char *name)
{
    for (uint32_t t = 0; t < names->p->templates.count; t++)
        if (strcmp(names->scpl.templates[t], name) == 0) return (TemplateId){t};
    return (TemplateId){NO_ID};
}

/* ---- what a trace gives values to ---- */

bool trace_names_is_arbitrary(const TraceNames *names, VarId v)
{
    const Var *var = &names->p->vars.data[v.i];
    return var->class == VAR_SHARED && !term_is(var->init);
}

bool trace_names_is_arbitrary_local(const TraceNames *names, VarId v, TemplateId template, const Edge *spawn)
{
    CHECK(v.i < names->p->vars.count);
    CHECK(!spawn || spawn->spawn.i == template.i);
    const Var *var = &names->p->vars.data[v.i];
    return var->class == VAR_LOCAL && var->template.i == template.i && step_starts_arbitrary(names->p, v, spawn);
}

typedef struct Copies {
    const Program *p;
    uint32_t input;
    VEC(uint32_t) instances;
} Copies;

static void on_var(void *arg, Term var)
{
    Copies *c = arg;
    if (term_symbol(c->p->tm, var) != c->input) return;
    uint32_t instance = term_instance(c->p->tm, var);
    for (uint32_t i = 0; i < c->instances.count; i++)
        if (c->instances.data[i] == instance) return;
    vec_push(c->p->run, &c->instances, instance);
}

uint32_t trace_names_copies(const TraceNames *names, const Edge *edge, VarId input)
{
    Program *p = names->p;
    Copies c = {p, input.i, {NULL, 0, 0}};
    CHECK(p->vars.data[input.i].class == VAR_INPUT);
    term_for_each_var(p->tm, edge->guard, on_var, &c);
    for (uint32_t i = 0; i < edge->assign_count; i++)
        term_for_each_var(p->tm, edge->assigns[i].value, on_var, &c);
    for (uint32_t i = 0; i < edge->arg_count; i++)
        term_for_each_var(p->tm, edge->args[i].value, on_var, &c);
    uint32_t count = c.instances.count;
    vec_free(p->run, &c.instances);
    return count;
}
