/* A value is carried by a term that is a variable which may hold it, an element of an array which may, or a choice
 * between such; it is looked at by every other operator over it: a comparison, arithmetic, an index. Variables that a
 * carrying term is assigned to may hold the value, too: a least fixpoint. Where nothing looks at the values of handles,
 * all steps but those of joins are the same for other values, as long as those of threads that are told apart differ.
 */
#include "frontend/threads/opaque.h"

#include "base/check.h"
#include "term/walk.h"

typedef struct Search {
    const Lowering *L;
    TermManager *tm;
    bool *holds; /* per variable */
    bool is_looked_at, changed;
} Search;

static bool carries(Search *s, Term t);

/* Looks for handles in a term whose value matters. */
static void look_at(Search *s, Term t)
{
    if (term_is(t) && !s->is_looked_at && carries(s, t)) s->is_looked_at = true;
}

static void note_held(void *arg, Term var)
{
    void **found = arg;
    const Search *s = found[0];
    if (s->holds[term_symbol(s->tm, var)]) *(bool *)found[1] = true;
}

static bool mentions(Search *s, Term t)
{
    bool found = false;
    term_for_each_var(s->tm, t, note_held, (void *[]){s, &found});
    return found;
}

static bool carries(Search *s, Term t)
{
    if (!mentions(s, t)) return false;
    switch (term_kind(s->tm, t)) {
    case TERM_VAR: return s->holds[term_symbol(s->tm, t)];
    case TERM_SELECT: look_at(s, term_arg(s->tm, t, 1)); return carries(s, term_arg(s->tm, t, 0));
    case TERM_CONST_ARRAY: return carries(s, term_arg(s->tm, t, 0));
    case TERM_ITE: {
        look_at(s, term_arg(s->tm, t, 0));
        bool first = carries(s, term_arg(s->tm, t, 1));
        return carries(s, term_arg(s->tm, t, 2)) || first;
    }
    case TERM_STORE: {
        look_at(s, term_arg(s->tm, t, 1));
        bool array = carries(s, term_arg(s->tm, t, 0));
        return carries(s, term_arg(s->tm, t, 2)) || array;
    }
    default: break;
    }
    for (uint32_t i = 0; i < term_arity(s->tm, t); i++)
        look_at(s, term_arg(s->tm, t, i));
    return false;
}

static void look_at_assigns(Search *s, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        CHECK(assigns[i].var.i < s->L->program->vars.count);
        if (!carries(s, assigns[i].value) || s->holds[assigns[i].var.i]) continue;
        s->holds[assigns[i].var.i] = true;
        s->changed = true;
    }
}

static void look_at_edge(Search *s, const Edge *e)
{
    look_at(s, e->guard);
    look_at_assigns(s, e->assigns, e->assign_count);
    look_at_assigns(s, e->args, e->arg_count);
    for (uint32_t i = 0; i < e->access_count; i++) {
        look_at(s, e->accesses[i].index);
        look_at(s, e->accesses[i].condition);
    }
}

bool values_are_opaque(const Lowering *L, const bool *variables)
{
    const Program *p = L->program;
    Search s = {.L = L, .tm = L->tm, .holds = run_alloc(L->run, p->vars.count + 1), .changed = true};
    for (uint32_t v = 0; v < p->vars.count; v++)
        s.holds[v] = variables[v];
    while (s.changed && !s.is_looked_at) {
        s.changed = false;
        for (uint32_t i = 0; i < p->edges.count && !s.is_looked_at; i++)
            look_at_edge(&s, &p->edges.data[i]);
    }
    run_release(L->run, s.holds);
    return !s.is_looked_at;
}
