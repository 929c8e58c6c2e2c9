#include "engines/modular/early.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

typedef struct Look {
    const Program *p;
    TemplateId of;
    bool is_own; /* so far: only locals */
} Look;

static void look_for_own_only(void *arg, Term var)
{
    Look *l = arg;
    l->is_own &= program_is_local_of(l->p, (VarId){term_symbol(l->p->tm, var)}, l->of);
}

/* Always possible, and touches nothing but locals of its thread and the thread that it starts. */
static bool is_plain_start_step(const Program *p, TemplateId of, const Edge *e)
{
    Look l = {p, of, true};
    if (!term_is_true(p->tm, e->guard) || e->is_error || e->approximate || e->arg_count) return false;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        l.is_own &= program_is_local_of(p, e->assigns[i].var, of);
        term_for_each_var(p->tm, e->assigns[i].value, look_for_own_only, &l);
    }
    return l.is_own && !p->locs.data[e->from.i].atomic && !p->locs.data[e->to.i].atomic;
}

void early_steps(Program *p, TemplateId of, EarlySteps *out)
{
    vec_clear(out);
    LocId at = p->templates.data[of.i].entry;
    while (program_out_count(p, at) == 1 && out->count < p->edges.count) {
        EdgeId id = {p->out_edges[p->out_start[at.i]]};
        const Edge *e = &p->edges.data[id.i];
        if (!is_plain_start_step(p, of, e)) return;
        vec_push(p->run, out, id);
        at = e->to;
    }
    CHECK(program_out_count(p, at) != 1 || out->count == p->edges.count);
    if (out->count == p->edges.count) vec_clear(out); /* a circle */
}

bool early_starts(Program *p, const ThreadOrigins *origins, uint32_t thread)
{
    EarlySteps steps = {0};
    const ThreadOrigin *origin = &origins->data[thread];
    if (origin->parent == NO_ID) return true;
    if (!early_starts(p, origins, origin->parent)) return false;
    early_steps(p, origins->data[origin->parent].of, &steps);
    bool found = false;
    for (uint32_t i = 0; i < steps.count; i++)
        found |= steps.data[i].i == origin->start.i;
    vec_free(p->run, &steps);
    return found;
}
