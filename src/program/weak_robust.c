#include "program/weak_robust.h"

#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/weak_rules.h"

typedef struct Robust {
    Program *p, *out;
    TermManager *tm;
    MemoryEvents *events;
    WeakBits *b;
    uint32_t x;
    LocId *errors; /* by template */
} Robust;

static Term old_of(void *arg, TermManager *tm, Term var)
{
    const Robust *r = arg;
    return term_symbol(tm, var) == r->x ? program_var_term(r->out, r->b->old) : TERM_NONE;
}

static LocId error_location(Robust *r, const Edge *e)
{
    uint32_t t = r->p->locs.data[e->from.i].template.i;
    if (r->errors[t].i == NO_ID)
        r->errors[t] = program_add_loc(r->out, (TemplateId){t}, "weak", false, r->p->locs.data[e->from.i].pos);
    return r->errors[t];
}

/* The thread may access x as the nominated write had left it, if its guard lets it do so with the value that was there
 * before. */
static void add_error(Robust *r, const Edge *e, Term guard, bool writes)
{
    WeakStep s = weak_step_begin(r->b, e);
    Term stale = term_substitute(r->tm, guard, old_of, r);
    Edge error = edge_make(e->from, error_location(r, e), e->pos);
    error.guard = term_and(r->tm, stale, weak_is_unaware(&s, memory_event_order(r->p, e), writes));
    error.is_error = true;
    error.what = run_format(
        r->p->run, writes ? "a write of `%s` may come before an earlier one" : "an older value of `%s` may be read",
        r->p->vars.data[r->x].name);
    error.text = e->text;
    error.call = e->call;
    error.order = e->order;
    if (!term_is_false(r->tm, error.guard)) program_add_edge(r->out, &error);
}

static const LocationEvent *event_at_x(const Robust *r, const LocationEvent *events, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (events[i].var == r->x) return &events[i];
    return NULL;
}

/* esc: only sequentially consistent accesses are asked about; else only the others are. */
static void add_step(Robust *r, const Edge *e, Term guard, bool nominates, bool esc)
{
    WeakStep s = weak_step_begin(r->b, e);
    weak_step_edge(&s, e, nominates);
    if (esc) weak_set_bit(&s, r->b->esc, term_bool(r->tm, true));
    Edge out = weak_step_end(&s, e);
    out.guard = guard;
    program_add_edge(r->out, &out);
}

/* Under C11 pairs with a plain access are races, which are asked for themselves. */
static bool may_be_out_of_order(const Robust *r, const Edge *e)
{
    return r->b->model == WEAK_TSO || memory_event_order(r->p, e) != MEMORY_PLAIN;
}

/* A round that only waits changes no bit. An error edge of p is taken by no interleaving; an older value may lead
 * there. */
static void add_edge(Robust *r, uint32_t i)
{
    Edge e = r->p->edges.data[i];
    LocationEvent events[EVENTS_MAX];
    uint32_t count = memory_events_of(r->events, &e, events, EVENTS_MAX);
    const LocationEvent *x = event_at_x(r, events, count);
    Term spin = r->events->spins ? r->events->spins[i] : term_bool(r->tm, false),
         is_event = term_and(r->tm, e.guard, term_not(r->tm, spin));
    e.accesses = NULL;
    e.access_count = 0;
    if (e.is_error) {
        if (x && may_be_out_of_order(r, &e)) add_error(r, &e, e.guard, x->writes);
        return;
    }
    if (!term_is_false(r->tm, spin)) {
        Edge idle = e;
        idle.guard = term_and(r->tm, e.guard, spin);
        program_add_edge(r->out, &idle);
    }
    if (term_is_false(r->tm, is_event)) return;
    add_step(r, &e, is_event, false, false);
    if (!x || !may_be_out_of_order(r, &e)) return;
    if (x->writes) {
        Term first = term_and(r->tm, is_event, term_not(r->tm, program_var_term(r->out, r->b->on)));
        add_step(r, &e, first, true, false);
        if (r->b->mix) add_step(r, &e, first, true, true);
    }
    add_error(r, &e, is_event, x->writes);
}

Program *weak_robustness(Program *p, MemoryEvents *events, WeakModel model, uint32_t x)
{
    Robust r = {.p = p, .out = program_copy_frame(p, true), .tm = p->tm, .events = events, .x = x};
    r.b = weak_bits_new(p, r.out, events, model, x);
    r.errors = run_alloc(p->run, (p->templates.count + 1) * sizeof *r.errors);
    for (uint32_t t = 0; t < p->templates.count; t++)
        r.errors[t].i = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++)
        add_edge(&r, i);
    run_release(p->run, r.errors);
    weak_bits_free(r.b);
    program_index(r.out);
    program_infer_cardinality(r.out);
    return program_require(r.out, "program with a nominated write");
}
