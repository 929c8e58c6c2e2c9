#include "engines/symmpa/refine/execution.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

static Term current_value(void *arg, TermManager *tm, Term var)
{
    Execution *x = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &x->p->vars.data[v];
    CHECK(program_has_var(x->p, (VarId){v}));
    CHECK(info->class != VAR_LOCAL || info->template.i == x->templates.data[x->thread]);
    if (info->class == VAR_INPUT) return term_var(tm, info->sort, v, x->offset + term_instance(tm, var));
    return info->class == VAR_SHARED ? x->shared[v] : x->locals.data[x->thread][v];
}

Term execution_evaluate(Execution *x, uint32_t thread, Term t)
{
    CHECK(thread < x->templates.count);
    x->thread = thread;
    return term_substitute(x->p->tm, t, current_value, x);
}

static Term start_value_of_local(Program *p, uint32_t v, uint32_t instance)
{
    const Var *info = &p->vars.data[v];
    if (term_is(info->init)) return info->init; /* of parameters, too: arguments come on top */
    return term_var(p->tm, info->sort, v, instance);
}

static void start_executed_thread(Execution *x, uint32_t template)
{
    Program *p = x->p;
    CHECK(program_has_template(p, (TemplateId){template}) && x->locals.count == x->templates.count);
    Term *locals = run_alloc(p->run, (p->vars.count + 1) * sizeof *locals);
    for (uint32_t i = 0; i < p->templates.data[template].locals.count; i++) {
        uint32_t v = p->templates.data[template].locals.data[i];
        locals[v] = start_value_of_local(p, v, PATH_LOCAL_INSTANCE(x->templates.count));
    }
    vec_push(p->run, &x->templates, template);
    vec_push(p->run, &x->locals, locals);
}

void execution_start(Execution *x, Program *p, const AbstractTrace *trace)
{
    Run *run = p->run;
    memset(x, 0, sizeof *x);
    x->p = p;
    x->offset = PATH_LOCAL_INSTANCE(0);
    x->shared = run_alloc(run, (p->vars.count + 1) * sizeof *x->shared);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) x->shared[v] = start_value_of_local(p, v, 1);
    uint32_t *kinds = run_alloc(run, (p->templates.count + 1) * sizeof *kinds), count = 0;
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial != COUNT_NONE) kinds[count++] = t;
    for (uint32_t i = 0; i < trace->initial_threads; i++) {
        CHECK(trace->initial_kinds[i] < count);
        start_executed_thread(x, kinds[trace->initial_kinds[i]]);
    }
    run_release(run, kinds);
}

void execution_step(Execution *x, const AbstractStep *step)
{
    Program *p = x->p;
    const Edge *e = &p->edges.data[step->edge];
    CHECK(program_has_edge(p, (EdgeId){step->edge}) && step->thread < x->templates.count);
    CHECK(p->locs.data[e->from.i].template.i == x->templates.data[step->thread]);
    CHECK(step->child == NO_LOCAL || e->spawn.i != NO_ID);
    Term *values = run_alloc(p->run, (e->assign_count + e->arg_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < e->assign_count; i++)
        values[i] = execution_evaluate(x, step->thread, e->assigns[i].value);
    for (uint32_t i = 0; i < e->arg_count; i++)
        values[e->assign_count + i] = execution_evaluate(x, step->thread, e->args[i].value);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        CHECK(sort_same(term_sort(p->tm, values[i]), p->vars.data[v].sort));
        if (p->vars.data[v].class == VAR_SHARED)
            x->shared[v] = values[i];
        else
            x->locals.data[step->thread][v] = values[i];
    }
    if (step->child != NO_LOCAL) {
        RUN_CHECK(p->run, step->child == x->templates.count);
        start_executed_thread(x, e->spawn.i);
        for (uint32_t i = 0; i < e->arg_count; i++)
            x->locals.data[step->child][e->args[i].var.i] = values[e->assign_count + i];
    }
    run_release(p->run, values);
    x->offset += e->path_count ? e->path_count : 1;
}

void execution_end(Execution *x)
{
    Run *run = x->p->run;
    for (uint32_t t = 0; t < x->locals.count; t++)
        run_release(run, x->locals.data[t]);
    vec_free(run, &x->locals);
    vec_free(run, &x->templates);
    run_release(run, x->shared);
}
