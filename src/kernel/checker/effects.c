#include "kernel/checker/effects.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"

#define NOBODY (NO_ID - 1)

static bool is_shared_symbol(const Checker *k, uint32_t v) { return k->p->vars.data[v].class == VAR_SHARED; }

typedef struct EdgeEffect {
    Checker *k;
    uint32_t template; /* of the edge */
    bool local;
} EdgeEffect;

static void note_access(void *arg, Term var)
{
    EdgeEffect *a = arg;
    CHECK(term_symbol(a->k->tm, var) < a->k->p->vars.count);
    CHECK(a->template <a->k->p->templates.count);
    uint32_t *owner = &a->k->owner[term_symbol(a->k->tm, var)];
    if (*owner == NOBODY) *owner = a->template;
    if (*owner != a->template) *owner = NO_ID;
}

/* Calls fn for every variable that the edge reads or writes. */
static void for_each_access(const Program *p, const Edge *e, void (*fn)(void *arg, Term var), void *arg)
{
    checker_each_read(p, e, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++)
        fn(arg, program_var_term((Program *)p, e->assigns[i].var));
}

void effects_find_owners(Checker *k)
{
    Program *p = k->p;
    k->owner = run_alloc(k->run, (p->vars.count + 1) * sizeof *k->owner);
    k->written = run_alloc(k->run, p->vars.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        k->owner[v] = NOBODY;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        EdgeEffect a = {k, p->locs.data[e->from.i].template.i, false};
        for_each_access(p, e, note_access, &a);
        for (uint32_t n = 0; n < e->assign_count; n++)
            k->written[e->assigns[n].var.i] = true;
    }
}

static void look_for_written_shared(void *arg, Term var)
{
    EdgeEffect *a = arg;
    const Checker *k = a->k;
    uint32_t v = term_symbol(k->tm, var);
    CHECK(k->owner[v] == a->template || k->owner[v] == NO_ID); /* the edge itself accesses it */
    if (!is_shared_symbol(k, v) || !k->written[v]) return;
    bool own = k->owner[v] == a->template && k->p->templates.data[a->template].cardinality == COUNT_ONE;
    if (!own) a->local = false;
}

bool effects_are_local(Checker *k, const Edge *e)
{
    EdgeEffect a = {k, k->p->locs.data[e->from.i].template.i, true};
    for_each_access(k->p, e, look_for_written_shared, &a);
    return a.local;
}

bool effects_enter_atomic(const Program *p, const Edge *e)
{
    return p->locs.data[e->to.i].atomic && !p->locs.data[e->from.i].atomic;
}
