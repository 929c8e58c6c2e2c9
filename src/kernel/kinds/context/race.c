/* Two threads that race are at points p and q, with the same values of shared predicates, and taken to be at places a
 * and b. Seen from the one at p there is a state with a thread at b; from the other one, a state with one at a. In both
 * at most one of the two is at an atomic location, and no third. So it is enough to ask of such pairs whether both
 * accesses can be made, with what is known of both threads. */
#include "kernel/kinds/context/race.h"

#include "base/check.h"
#include "kernel/kinds/context/image.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/access.h"

#define OTHER 1 /* instance of the locals of the second thread */
#define OTHER_INPUTS 1000

static void check_failures(ContextCheck *x, uint32_t point)
{
    LocId loc = x->c->points.data[point].loc;
    for (uint32_t k = 0; k < program_out_count(x->p, loc) && !x->k->problem; k++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[loc.i] + k]};
        if (!x->p->edges.data[edge.i].is_error) continue;
        CertifyTerms all = {NULL, 0, 0};
        context_add_literals(x, point, 0, &all);
        vec_push(x->run, &all, x->p->edges.data[edge.i].guard);
        if (!checker_unsatisfiable(x->k, &all, context_describe(x, edge)))
            checker_fail(x->k, "%s can fail (point %u)", context_describe(x, edge), point);
        vec_free(x->run, &all);
    }
}

static Term in_other_thread(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    const Var *info = &p->vars.data[term_symbol(tm, var)];
    switch (info->class) {
    case VAR_SHARED: break;
    case VAR_LOCAL: return term_var(tm, info->sort, term_symbol(tm, var), OTHER);
    case VAR_INPUT: return term_var(tm, info->sort, term_symbol(tm, var), OTHER_INPUTS + term_instance(tm, var));
    }
    return TERM_NONE;
}

typedef struct Meeting {
    uint32_t points[2];
    EdgeId edges[2];
    CertifyTerms both; /* what is known of the two threads, and that both edges can be taken */
} Meeting;

static bool is_meeting_asked(const ContextCheck *x, const Meeting *m, uint32_t a, uint32_t b)
{
    const Access *first = &x->p->edges.data[m->edges[0].i].accesses[a];
    const Access *second = &x->p->edges.data[m->edges[1].i].accesses[b];
    if (!accesses_conflict(first, second)) return false;
    return !x->asks->asks || x->asks->asks(x->asks->arg, m->edges[0], a, m->edges[1], b);
}

static void check_accesses(ContextCheck *x, Meeting *m, uint32_t a, uint32_t b)
{
    Program *p = x->p;
    const Access *first = &p->edges.data[m->edges[0].i].accesses[a];
    const Access *second = &p->edges.data[m->edges[1].i].accesses[b];
    Term index = second->stride ? term_substitute(p->tm, second->index, in_other_thread, p) : TERM_NONE;
    uint32_t count = m->both.count;
    vec_push(x->run, &m->both, access_overlap(p->tm, first, first->stride ? first->index : TERM_NONE, second, index));
    if (term_is(first->condition)) vec_push(x->run, &m->both, first->condition);
    if (term_is(second->condition))
        vec_push(x->run, &m->both, term_substitute(p->tm, second->condition, in_other_thread, p));
    if (!checker_unsatisfiable(x->k, &m->both, "two accesses do not meet"))
        checker_fail(x->k, "%s and %s can race (points %u and %u)", context_describe(x, m->edges[0]),
                     context_describe(x, m->edges[1]), m->points[0], m->points[1]);
    m->both.count = count;
}

static void check_edges(ContextCheck *x, Meeting *m)
{
    const Edge *first = &x->p->edges.data[m->edges[0].i], *second = &x->p->edges.data[m->edges[1].i];
    for (uint32_t a = 0; a < first->access_count; a++)
        for (uint32_t b = 0; b < second->access_count && !x->k->problem; b++) {
            if (!is_meeting_asked(x, m, a, b)) continue;
            if (!m->both.count) {
                context_add_literals(x, m->points[0], 0, &m->both);
                context_add_literals(x, m->points[1], OTHER, &m->both);
                vec_push(x->run, &m->both, first->guard);
                vec_push(x->run, &m->both, term_substitute(x->p->tm, second->guard, in_other_thread, x->p));
            }
            check_accesses(x, m, a, b);
        }
    vec_free(x->run, &m->both);
}

static void check_pair(ContextCheck *x, uint32_t first, uint32_t second)
{
    LocId a = x->c->points.data[first].loc, b = x->c->points.data[second].loc;
    run_poll(x->run);
    for (uint32_t i = 0; i < program_out_count(x->p, a); i++)
        for (uint32_t k = 0; k < program_out_count(x->p, b) && !x->k->problem; k++) {
            Meeting m = {.points = {first, second}};
            m.edges[0].i = x->p->out_edges[x->p->out_start[a.i] + i];
            m.edges[1].i = x->p->out_edges[x->p->out_start[b.i] + k];
            check_edges(x, &m);
        }
}

/* Is a thread at the second point beside one at the first, in some state as the first sees it? */
static bool is_beside(const ContextCheck *x, uint32_t first, uint32_t second)
{
    const ContextIds *places = &x->c->points.data[second].places;
    for (uint32_t i = 0; i < places->count; i++)
        if (x->beside[(size_t)first * x->places + places->data[i]]) return true;
    return false;
}

static bool makes_accesses(const ContextCheck *x, LocId loc)
{
    for (uint32_t i = 0; loc.i != NO_ID && i < program_out_count(x->p, loc); i++)
        if (program_out_edge(x->p, loc, i)->access_count) return true;
    return false;
}

static void check_races(ContextCheck *x, uint32_t first)
{
    const Context *c = x->c;
    for (uint32_t second = first; second < c->points.count && !x->k->problem; second++) {
        if (c->points.data[second].shared != c->points.data[first].shared) continue;
        if (!makes_accesses(x, c->points.data[second].loc)) continue;
        if (is_beside(x, first, second) && is_beside(x, second, first)) check_pair(x, first, second);
    }
}

void context_check_errors(ContextCheck *x)
{
    for (uint32_t i = 0; i < x->c->points.count && !x->k->problem; i++) {
        if (x->runs[i]) check_failures(x, i);
        if (x->asks && makes_accesses(x, x->c->points.data[i].loc)) check_races(x, i);
    }
}
