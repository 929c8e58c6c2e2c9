/* The order of the checks. Whatever a file says is looked at here before others rely on it. */
#include "kernel/kinds/context/context.h"

#include <string.h>

#include "base/check.h"
#include "kernel/kinds/context/race.h"
#include "kernel/kinds/context/start.h"
#include "kernel/kinds/context/state.h"
#include "kernel/kinds/context/step.h"
#include "logic/term/walk.h"

/* ---- is it well-formed? ---- */

typedef struct Speaks {
    const ContextCheck *x;
    uint32_t template; /* NO_ID: of shared variables only */
    bool of_others;
} Speaks;

static void note_observed(void *arg, Term var)
{
    Speaks *s = arg;
    uint32_t v = term_symbol(s->x->p->tm, var);
    if (v >= s->x->p->vars.count || term_instance(s->x->p->tm, var)) {
        s->of_others = true;
        return;
    }
    const Var *info = &s->x->p->vars.data[v];
    s->x->observed[v] = true;
    bool is_own = info->class == VAR_LOCAL && info->template.i == s->template;
    s->of_others |= info->class != VAR_SHARED && !is_own;
}

static void check_predicates(ContextCheck *x, const CertificateTerms *terms, uint32_t template)
{
    Speaks s = {x, template, false};
    for (uint32_t i = 0; i < terms->count; i++)
        term_for_each_var(x->p->tm, terms->data[i], note_observed, &s);
    if (s.of_others) checker_fail(x->k, "a predicate is about variables that are none of the threads'");
}

static bool is_place_of(const ContextCheck *x, const ContextPoint *p, uint32_t place)
{
    const ContextPlace *is = &x->c->places.data[place];
    return is->template.i == p->template.i && is->is_atomic == x->p->locs.data[p->loc.i].atomic;
}

/* A thread is where it may be taken to be: of that template, and atomic or not. */
static void check_points(ContextCheck *x)
{
    for (uint32_t i = 0; i < x->c->points.count && !x->k->problem; i++) {
        const ContextPoint *p = &x->c->points.data[i];
        for (uint32_t k = 0; k < p->places.count; k++)
            if (!is_place_of(x, p, p->places.data[k]))
                checker_fail(x->k, "point %u is taken to be at place %u, of another kind", i, p->places.data[k]);
    }
}

static void check_context_form(ContextCheck *x)
{
    const Context *c = x->c;
    check_predicates(x, &c->shared, NO_ID);
    for (uint32_t t = 0; t < x->p->templates.count; t++)
        check_predicates(x, &c->local[t], t);
    for (uint32_t i = 0; i < c->edges.count; i++) {
        const ContextEdge *e = &c->edges.data[i];
        if (c->places.data[e->from].template.i != c->places.data[e->to].template.i)
            checker_fail(x->k, "edge %u of the context leads to another template", i);
        if (e->starts.i != NO_ID && x->p->edges.data[e->starts.i].spawn.i == NO_ID)
            checker_fail(x->k, "edge %u of the context starts no thread", i);
    }
    check_points(x);
}

/* ---- tables ---- */

/* Do both start threads of one template with the same arguments, as terms? What else they assign may differ: the values
 * of arguments are asked of each starting step by itself (add_children). */
static bool start_alike(const Edge *e, const Edge *f)
{
    if (e->spawn.i != f->spawn.i || e->arg_count != f->arg_count) return false;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (e->args[i].var.i != f->args[i].var.i || !term_same(e->args[i].value, f->args[i].value)) return false;
    return true;
}

static void find_likes(ContextCheck *x)
{
    const Program *p = x->p;
    x->like = run_alloc(x->run, (p->edges.count + 1) * sizeof *x->like);
    x->is_started = run_alloc(x->run, p->templates.count + 1);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        x->like[e] = NO_ID;
        if (p->edges.data[e].spawn.i == NO_ID) continue;
        x->is_started[p->edges.data[e].spawn.i] = true;
        for (x->like[e] = 0; x->like[e] < e; x->like[e]++)
            if (start_alike(&p->edges.data[x->like[e]], &p->edges.data[e])) break;
    }
}

/* The region of a place: the valuations that threads have which may be taken to be there. */
static void find_regions(ContextCheck *x)
{
    x->regions = run_alloc(x->run, (size_t)x->places * x->shareds + 1);
    x->out = run_alloc(x->run, (x->places + 1) * sizeof *x->out);
    for (uint32_t i = 0; i < x->c->points.count; i++)
        for (uint32_t k = 0; k < x->c->points.data[i].places.count; k++) {
            uint32_t place = x->c->points.data[i].places.data[k];
            x->regions[(size_t)place * x->shareds + x->c->points.data[i].shared] = true;
        }
    for (uint32_t i = 0; i < x->c->edges.count; i++)
        vec_push(x->run, &x->out[x->c->edges.data[i].from], i);
}

/* A start is one of threads that the program starts there, at a place that its point may be taken to be at. */
static void find_context_starts(ContextCheck *x)
{
    intern_init(x->run, &x->starts);
    for (uint32_t i = 0; i < x->c->starts.count && !x->k->problem; i++) {
        const ContextStart *s = &x->c->starts.data[i];
        uint32_t key[] = {s->by.i == NO_ID ? NO_ID : x->like[s->by.i], s->point};
        if (!context_has(&x->c->points.data[s->point].places, s->place)) {
            checker_fail(x->k, "point %u starts at place %u, where it may not be taken to be", s->point, s->place);
            return;
        }
        uint32_t id = intern_add(&x->starts, key, 2, NULL);
        if (id == x->start_places.count) vec_push(x->run, &x->start_places, ((ContextIds){NULL, 0, 0}));
        vec_push(x->run, &x->start_places.data[id], s->place);
    }
}

/* ---- the whole ---- */

void context_check(Checker *k, const Context *c, const ProofSubject *subject)
{
    ContextCheck check = {.k = k, .c = c, .p = c->p, .run = k->run}, *x = &check;
    CHECK(context_is_valid(c) && k->p == c->p);
    if (subject->threads) x->asks = &subject->asks;
    x->places = c->places.count;
    x->shareds = c->shareds.count;
    intern_init(x->run, &x->image_ids);
    x->counts = run_alloc(x->run, (x->places + 1) * sizeof *x->counts);
    x->runs = run_alloc(x->run, c->points.count + 1);
    x->beside = run_alloc(x->run, (size_t)c->points.count * x->places + 1);
    x->observed = run_alloc(x->run, x->p->vars.count + 1);
    x->guards = run_alloc(x->run, x->p->edges.count + 1);
    check_context_form(x);
    find_likes(x);
    find_regions(x);
    find_context_starts(x);
    if (!k->problem) context_check_start(x);
    for (uint32_t i = 0; i < c->states.count && !k->problem; i++)
        context_check_steps(x, i);
    for (uint32_t i = 0; i < c->points.count && !k->problem; i++)
        if (x->runs[i]) context_check_guarantee(x, i);
    if (!k->problem) context_check_errors(x);
    k->steps += c->states.count;
    intern_clear(&x->image_ids);
    if (c->starts.count) intern_clear(&x->starts);
}
