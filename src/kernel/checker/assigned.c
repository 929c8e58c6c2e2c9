#include "kernel/checker/assigned.h"

#include "base/check.h"
#include "logic/term/walk.h"

Term checker_assigned(const Assign *list, uint32_t count, uint32_t v)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].var.i == v) return list[i].value;
    return TERM_NONE;
}

Term checker_edge_assigns(const Edge *e, uint32_t v) { return checker_assigned(e->assigns, e->assign_count, v); }

Term checker_edge_gives(const Edge *e, uint32_t v)
{
    return e ? checker_assigned(e->args, e->arg_count, v) : TERM_NONE;
}

void checker_each_read(const Program *p, const Edge *e, void (*fn)(void *arg, Term var), void *arg)
{
    term_for_each_var(p->tm, e->guard, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(p->tm, e->assigns[i].value, fn, arg);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, fn, arg);
}

typedef struct SpeaksOf {
    const Program *p;
    TemplateId template;
    bool shared, others;
} SpeaksOf;

static void note_foreign_variable(void *arg, Term var)
{
    SpeaksOf *s = arg;
    VarId v = {term_symbol(s->p->tm, var)};
    CHECK(program_has_var(s->p, v));
    bool is_shared = s->shared && s->p->vars.data[v.i].class == VAR_SHARED;
    bool is_local = s->template.i != NO_ID && program_is_local_of(s->p, v, s->template);
    s->others |= (!is_shared && !is_local) || term_instance(s->p->tm, var) != 0;
}

bool checker_is_condition(const Program *p, Term t, TemplateId template, bool shared)
{
    SpeaksOf s = {p, template, shared, false};
    if (term_sort(p->tm, t).kind != SORT_BOOL) return false;
    term_for_each_var(p->tm, t, note_foreign_variable, &s);
    return !s.others;
}
