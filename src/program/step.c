#include "program/step.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

static Term find_assigned(const Assign *assigns, uint32_t count, VarId v)
{
    for (uint32_t i = 0; i < count; i++) {
        CHECK(i == 0 || assigns[i - 1].var.i < assigns[i].var.i);
        if (assigns[i].var.i == v.i) return assigns[i].value;
    }
    return TERM_NONE;
}

Term step_value(const Edge *e, VarId v) { return find_assigned(e->assigns, e->assign_count, v); }

bool step_assigns(const Edge *e, VarId v) { return term_is(step_value(e, v)); }

Term step_argument(const Edge *e, VarId v)
{
    CHECK(e->spawn.i != NO_ID || e->arg_count == 0);
    return find_assigned(e->args, e->arg_count, v);
}

bool step_starts_arbitrary(const Program *p, VarId v, const Edge *start)
{
    CHECK(v.i < p->vars.count && p->vars.data[v.i].class == VAR_LOCAL);
    CHECK(!start || start->spawn.i == p->vars.data[v.i].template.i);
    return !term_is(p->vars.data[v.i].init) && !(start && term_is(step_argument(start, v)));
}

typedef struct Rename {
    const Program *p;
    const Edge *edge;
    Space space;
} Rename;

static Term value_before_edge(void *arg, TermManager *tm, Term var)
{
    const Rename *r = arg;
    const Edge *e = r->edge;
    VarId v = {term_symbol(tm, var)};
    CHECK(v.i < r->p->vars.count && term_instance(tm, var) == 0);
    const Var *info = &r->p->vars.data[v.i];
    CHECK(info->class != VAR_INPUT);
    if (info->class == VAR_SHARED || r->space == SPACE_ACTIVE || r->space == SPACE_SHARED) return step_value(e, v);
    if (r->space == SPACE_PASSIVE) return term_var(tm, info->sort, v.i, INSTANCE_PASSIVE);
    CHECK(info->template.i == e->spawn.i);
    Term argument = step_argument(e, v);
    if (term_is(argument)) return argument;
    return term_is(info->init) ? info->init : term_var(tm, info->sort, v.i, INSTANCE_CHILD);
}

Term step_before(const Program *p, const Edge *e, Term t, Space space)
{
    Rename r = {p, e, space};
    CHECK(space != SPACE_CHILD || e->spawn.i != NO_ID);
    return term_substitute(p->tm, t, value_before_edge, &r);
}

static Term to_passive(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(v < p->vars.count && term_instance(tm, var) == 0);
    const Var *info = &p->vars.data[v];
    return info->class == VAR_LOCAL ? term_var(tm, info->sort, v, INSTANCE_PASSIVE) : TERM_NONE;
}

Term step_now(Program *p, Term t, Space space)
{
    CHECK(space != SPACE_CHILD);
    return space == SPACE_PASSIVE ? term_substitute(p->tm, t, to_passive, p) : t;
}
