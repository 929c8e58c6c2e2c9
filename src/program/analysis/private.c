#include "program/analysis/private.h"

#include "base/check.h"
#include "logic/term/walk.h"

typedef struct TemplateAccesses {
    const Program *p;
    uint32_t *template; /* per variable: of the edges that access it; NO_ID = none so far */
    bool *several;      /* per variable: edges of several templates, or of one with many threads */
    uint32_t now;
} TemplateAccesses;

static void note_template_access(TemplateAccesses *a, uint32_t v)
{
    if (a->template[v] == NO_ID) a->template[v] = a->now;
    CHECK(program_has_var(a->p, (VarId){v}) && program_has_template(a->p, (TemplateId){a->now}));
    CHECK(a->p->vars.data[v].class != VAR_LOCAL || a->p->vars.data[v].template.i == a->now);
    bool many = a->p->templates.data[a->now].cardinality != COUNT_ONE;
    a->several[v] |= many || a->template[v] != a->now;
}

static void note_template_read(void *arg, Term var)
{
    TemplateAccesses *a = arg;
    note_template_access(a, term_symbol(a->p->tm, var));
}

bool *private_variables(const Program *p)
{
    Run *run = p->run;
    uint32_t n = p->vars.count;
    TemplateAccesses a = {p, run_alloc(run, (n + 1) * sizeof *a.template), run_alloc(run, n + 1), 0};
    bool *private = run_alloc(run, n + 1), *written = run_alloc(run, n + 1);
    for (uint32_t v = 0; v < n; v++)
        a.template[v] = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        a.now = p->locs.data[e->from.i].template.i;
        term_for_each_var(p->tm, e->guard, note_template_read, &a);
        for (uint32_t k = 0; k < e->assign_count; k++) {
            note_template_access(&a, e->assigns[k].var.i);
            written[e->assigns[k].var.i] = true;
            term_for_each_var(p->tm, e->assigns[k].value, note_template_read, &a);
        }
        for (uint32_t k = 0; k < e->arg_count; k++)
            term_for_each_var(p->tm, e->args[k].value, note_template_read, &a);
    }
    for (uint32_t v = 0; v < n; v++)
    private[v] = p->vars.data[v].class != VAR_SHARED || !written[v] || !a.several[v];
    run_release(run, a.template);
    run_release(run, a.several);
    run_release(run, written);
    return private;
}
