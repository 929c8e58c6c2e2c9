#include "engines/circ/conflict.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/access.h"
#include "program/step.h"

#define INSTANCE_OTHER_INPUT 1000 /* of inputs of the other thread's edge */

void conflicts_init(Conflicts *c, const System *system, const MonitorQuestion *asks)
{
    memset(c, 0, sizeof *c);
    c->system = system;
    c->asks = asks;
    intern_init(system->p->run, &c->ids);
}

void conflicts_clear(Conflicts *c)
{
    intern_clear(&c->ids);
    vec_free(c->system->p->run, &c->answers);
}

static void error_key(const AbstractError *error, uint32_t *key)
{
    key[0] = error->edge.i;
    key[1] = error->access;
    key[2] = error->write;
}

void conflicts_leave_out(Intern *left_out, const AbstractError *error)
{
    uint32_t key[3];
    error_key(error, key);
    intern_add(left_out, key, 3, NULL);
}

static bool is_error_left_out(const Conflicts *c, const AbstractError *error)
{
    uint32_t key[3];
    error_key(error, key);
    return c->left_out && intern_find(c->left_out, key, 3) != INTERN_NONE;
}

static Term in_passive_thread(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    const Var *info = &p->vars.data[term_symbol(tm, var)];
    uint32_t instance = term_instance(tm, var);
    switch (info->class) {
    case VAR_SHARED: break;
    case VAR_LOCAL: return term_var(tm, info->sort, term_symbol(tm, var), INSTANCE_PASSIVE);
    case VAR_INPUT: return term_var(tm, info->sort, term_symbol(tm, var), INSTANCE_OTHER_INPUT + instance);
    }
    return TERM_NONE;
}

/* Can the main thread make its access and the other one the write, to a common byte? The other one's locals are
 * arbitrary. What the solver does not know is possible. */
static bool can_meet(Conflicts *c, const SystemState *state, EdgeId edge, const Access *a, const Access *write)
{
    Program *p = c->system->threads->p;
    Run *run = p->run;
    const Edge *e = &p->edges.data[edge.i];
    Term index = write->stride ? term_substitute(p->tm, write->index, in_passive_thread, p) : TERM_NONE;
    Term overlap = access_overlap(p->tm, a, a->stride ? a->index : TERM_NONE, write, index);
    LiteralTerms all = {NULL, 0, 0};
    threads_add_literals(c->system->threads, state->loc, state->v, &all);
    vec_push(run, &all, e->guard);
    vec_push(run, &all, overlap);
    if (term_is(a->condition)) vec_push(run, &all, a->condition);
    if (term_is(write->condition)) vec_push(run, &all, term_substitute(p->tm, write->condition, in_passive_thread, p));
    bool can = true;
    for (uint32_t i = 0; i < all.count && can; i++)
        can = !term_is_false(p->tm, all.data[i]);
    if (can) can = smt_check(c->system->threads->smt, all.data, all.count) != SMT_UNSAT;
    vec_free(run, &all);
    return can;
}

/* Two writes are seen from either thread. Where the context thread's depends on its locals, which are not known here,
 * and the main thread's does not, the view with the roles exchanged knows more, and is enough. */
static bool is_left_to_other_view(const Conflicts *c, EdgeId edge, uint32_t access, uint32_t write)
{
    const Labels *labels = c->system->threads->labels;
    if (!labels->writes.data[write].speaks) return false;
    uint32_t class = labels_write_class(labels, c->system->p, edge, access);
    return class != NO_ID && !labels->writes.data[class].speaks;
}

bool conflicts_meet(Conflicts *c, const SystemState *state, EdgeId edge, uint32_t access, uint32_t write)
{
    const Program *p = c->system->p;
    const WriteClass *w = &c->system->threads->labels->writes.data[write];
    const Access *a = &p->edges.data[edge.i].accesses[access], *b = &p->edges.data[w->edge.i].accesses[w->access];
    if (is_left_to_other_view(c, edge, access, write)) return false;
    if (!c->asks || !accesses_are_asked(p, c->asks, edge, access, w->edge, w->access)) return false;
    uint32_t key[6] = {state->loc, state->v.shared, state->v.local, edge.i, access, write};
    bool is_new;
    uint32_t id = intern_add(&c->ids, key, 6, &is_new);
    if (is_new) {
        bool answer = can_meet(c, state, edge, a, b);
        vec_push(p->run, &c->answers, answer);
    }
    CHECK(id < c->answers.count);
    return c->answers.data[id];
}

/* Is no thread but the main one and that at the place at an atomic location, and at most one of the two? */
static bool atomicity_allows(const System *s, const SystemState *state, uint32_t place)
{
    return system_may_run(s, state, NO_ID) || system_may_run(s, state, place);
}

static bool races_with(Conflicts *c, const SystemState *state, EdgeId edge, uint32_t template, uint32_t loc,
                       AbstractError *error)
{
    const System *s = c->system;
    const Acfa *a = s->contexts[template];
    uint32_t place = s->offsets[template] + loc;
    for (uint32_t i = a->out_start[loc]; i < a->out_start[loc + 1]; i++) {
        const AcfaEdge *e = &a->edges.data[a->out[i]];
        const IdSet *writes = &s->threads->labels->all.data[e->label].writes;
        if (!writes->count || !acfa_edge_starts_at(e, state->v.shared)) continue;
        for (uint32_t w = 0; w < writes->count; w++)
            for (uint32_t k = 0; k < s->p->edges.data[edge.i].access_count; k++)
                if (conflicts_meet(c, state, edge, k, writes->data[w])) {
                    *error = (AbstractError){edge, k, template, place, writes->data[w]};
                    if (!is_error_left_out(c, error)) return atomicity_allows(s, state, place);
                }
    }
    return false;
}

static bool edge_races(Conflicts *c, const SystemState *state, EdgeId edge, AbstractError *error)
{
    const System *s = c->system;
    if (!s->p->edges.data[edge.i].access_count) return false;
    for (uint32_t t = 0; t < s->p->templates.count; t++)
        for (uint32_t l = 0; l < s->contexts[t]->locs.count; l++)
            if (state->counters[s->offsets[t] + l] && races_with(c, state, edge, t, l, error)) return true;
    return false;
}

bool conflicts_has_error(Conflicts *c, const SystemState *state, AbstractError *error)
{
    const System *s = c->system;
    if (state->loc == UNBORN) return false;
    for (uint32_t k = 0; k < program_out_count(s->p, (LocId){state->loc}); k++) {
        EdgeId edge = {s->p->out_edges[s->p->out_start[state->loc] + k]};
        bool fails = s->p->edges.data[edge.i].is_error && system_may_run(s, state, NO_ID);
        if (fails && threads_step(s->threads, edge, state->v)->count) {
            *error = (AbstractError){edge, NO_ID, NO_ID, NO_ID, NO_ID};
            if (!is_error_left_out(c, error)) return true;
        }
        if (c->asks && edge_races(c, state, edge, error)) return true;
    }
    return false;
}
