#include "certify/checker/assigned.h"

#include "base/check.h"
#include "term/walk.h"

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

typedef struct SpeaksOf {
    const Program *p;
    TemplateId template;
    bool shared, others;
} SpeaksOf;

static void note_variable(void *arg, Term var)
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
    term_for_each_var(p->tm, t, note_variable, &s);
    return !s.others;
}

const char *checker_describe_edge(const Program *p, const Edge *e)
{
    Str statement;
    str_init(p->run, &statement);
    program_print_edge((Program *)(uintptr_t)p, e, &statement);
    for (size_t i = 0; i < statement.length; i++)
        if ((unsigned char)statement.data[i] < ' ') statement.data[i] = ' ';
    const char *template = p->templates.data[p->locs.data[e->from.i].template.i].name;
    const char *where = e->pos.file ? run_format(p->run, "%s:%u: ", e->pos.file, e->pos.line) : "";
    const char *text = run_format(p->run, "%s%.200s (%s)", where, str_text(&statement), template);
    str_clear(&statement);
    return text;
}
