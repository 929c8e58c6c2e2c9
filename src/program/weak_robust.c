#include "program/weak_robust.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/step.h"
#include "program/weak_rules.h"

typedef struct Robust {
    Program *p, *out;
    TermManager *tm;
    MemoryEvents *events;
    WeakBits *b;
    uint32_t x;
    LocId *errors;              /* by template */
    WeakExecutions *executions; /* NULL: errors are asked for instead */
    VarId once;                 /* an access was out of order, and no other may be; NO_ID: any number may */
} Robust;

static void put_edge(Robust *r, const Edge *e, WeakOrigin origin)
{
    program_add_edge(r->out, e);
    if (r->executions) vec_push(r->p->run, &r->executions->origins, origin);
}

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

static Term stale_value(Robust *r, Term t) { return term_substitute(r->tm, t, old_of, r); }

/* What the edge does with the value that was there before. What it writes to x is gone at once; who has written does
 * not read what is older. */
static void add_stale(Robust *r, uint32_t i, Term guard, bool writes)
{
    Edge e = r->p->edges.data[i];
    WeakStep s = weak_step_begin(r->b, &e);
    Term unaware = weak_is_unaware(&s, memory_event_order(r->p, &e), writes);
    Assign *assigns = run_alloc(r->p->run, (e.assign_count + 1) * sizeof *assigns);
    Assign *args = run_alloc(r->p->run, (e.arg_count + 1) * sizeof *args);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e.assign_count; k++)
        if (e.assigns[k].var.i != r->x)
            assigns[kept++] = (Assign){e.assigns[k].var, stale_value(r, e.assigns[k].value)};
    for (uint32_t k = 0; k < e.arg_count; k++)
        args[k] = (Assign){e.args[k].var, stale_value(r, e.args[k].value)};
    e.assigns = assigns;
    e.assign_count = kept;
    e.args = args;
    e.accesses = NULL;
    e.access_count = 0;
    if (writes) weak_set_thread_bit(&s, r->b->model == WEAK_TSO ? BIT_KC : BIT_K, term_bool(r->tm, true));
    weak_set_bit(&s, r->once, term_bool(r->tm, true));
    Edge out = weak_step_end(&s, &e);
    out.guard = term_and(r->tm, stale_value(r, guard), unaware);
    if (r->once.i != NO_ID) out.guard = term_and(r->tm, out.guard, term_not(r->tm, program_var_term(r->out, r->once)));
    if (!term_is_false(r->tm, out.guard)) put_edge(r, &out, (WeakOrigin){{i}, false, true});
}

/* An access of x that may be out of order. */
static void add_unordered(Robust *r, uint32_t i, Term guard, bool writes)
{
    if (r->executions)
        add_stale(r, i, guard, writes);
    else
        add_error(r, &r->p->edges.data[i], guard, writes);
}

static const LocationEvent *event_at_x(const Robust *r, const LocationEvent *events, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (events[i].var == r->x) return &events[i];
    return NULL;
}

/* esc: only sequentially consistent accesses are asked about; else only the others are. */
static void add_step(Robust *r, uint32_t i, Term guard, bool nominates, bool esc)
{
    Edge e = r->p->edges.data[i];
    e.accesses = NULL;
    e.access_count = 0;
    WeakStep s = weak_step_begin(r->b, &e);
    weak_step_edge(&s, &e, nominates);
    if (esc) weak_set_bit(&s, r->b->esc, term_bool(r->tm, true));
    Edge out = weak_step_end(&s, &e);
    out.guard = guard;
    put_edge(r, &out, (WeakOrigin){{i}, nominates, false});
}

/* Under C11 pairs with a plain access are races, which are asked for themselves. */
static bool may_be_out_of_order(const Robust *r, const Edge *e)
{
    return r->b->model == WEAK_TSO || memory_event_order(r->p, e) != MEMORY_PLAIN;
}

/* An error edge of p is taken by no interleaving; an older value may lead there. */
static void add_failure(Robust *r, uint32_t i, const LocationEvent *x)
{
    Edge e = r->p->edges.data[i];
    e.accesses = NULL;
    e.access_count = 0;
    if (r->executions) put_edge(r, &e, (WeakOrigin){{i}, false, false});
    if (x && may_be_out_of_order(r, &e)) add_unordered(r, i, e.guard, x->writes);
}

/* A round that only waits changes no bit. */
static void add_edge(Robust *r, uint32_t i)
{
    Edge e = r->p->edges.data[i];
    LocationEvent events[EVENTS_MAX];
    uint32_t count = memory_events_of(r->events, &e, events, EVENTS_MAX);
    const LocationEvent *x = event_at_x(r, events, count);
    Term spin = r->events->spins ? r->events->spins[i] : term_bool(r->tm, false),
         is_event = term_and(r->tm, e.guard, term_not(r->tm, spin));
    if (e.is_error) {
        add_failure(r, i, x);
        return;
    }
    e.accesses = NULL;
    e.access_count = 0;
    if (!term_is_false(r->tm, spin)) {
        Edge idle = e;
        idle.guard = term_and(r->tm, e.guard, spin);
        put_edge(r, &idle, (WeakOrigin){{i}, false, false});
    }
    if (term_is_false(r->tm, is_event)) return;
    add_step(r, i, is_event, false, false);
    if (!x || !may_be_out_of_order(r, &e)) return;
    if (x->writes) {
        Term first = term_and(r->tm, is_event, term_not(r->tm, program_var_term(r->out, r->b->on)));
        add_step(r, i, first, true, false);
        if (r->b->mix) add_step(r, i, first, true, true);
    }
    add_unordered(r, i, is_event, x->writes);
}

static void add_edges(Robust *r)
{
    Program *p = r->p;
    r->errors = run_alloc(p->run, (p->templates.count + 1) * sizeof *r->errors);
    for (uint32_t t = 0; t < p->templates.count; t++)
        r->errors[t].i = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++)
        add_edge(r, i);
    run_release(p->run, r->errors);
    weak_bits_free(r->b);
    program_index(r->out);
    program_infer_cardinality(r->out);
    program_require(r->out, "program with a nominated write");
}

Program *weak_robustness(Program *p, MemoryEvents *events, WeakModel model, uint32_t x)
{
    Robust r = {.p = p, .out = program_copy_frame(p, true), .tm = p->tm, .events = events, .x = x, .once = {NO_ID}};
    r.b = weak_bits_new(p, r.out, events, model, x);
    add_edges(&r);
    return r.out;
}

/* ---- executions ---- */

WeakExecutions *weak_executions(Program *p, MemoryEvents *events, WeakModel model, uint32_t x, bool once)
{
    WeakExecutions *w = run_alloc(p->run, sizeof *w);
    Robust r = {.p = p, .out = program_copy_frame(p, true), .tm = p->tm, .events = events, .x = x, .once = {NO_ID}};
    r.executions = w;
    r.b = weak_bits_new(p, r.out, events, model, x);
    if (once) {
        Var v = {.name = "once", .sort = sort_bool(), .class = VAR_SHARED, .template = {NO_ID}, .is_temporary = true};
        v.init = term_bool(p->tm, false);
        r.once = program_add_var(r.out, &v);
    }
    add_edges(&r);
    w->p = p;
    w->program = r.out;
    w->x = x;
    CHECK(w->origins.count == w->program->edges.count);
    return w;
}

static void drop_bits(const Program *p, TraceValues *values)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i].var.i < p->vars.count) values->data[kept++] = values->data[i];
    values->count = kept;
}

/* after: the last step that has written x as its last value; overwritten: the one before the nominated write. */
typedef struct WritesOfX {
    uint32_t after, overwritten;
} WritesOfX;

static void translate_step(const WeakExecutions *w, TraceStep *step, uint32_t i, WritesOfX *writes)
{
    const WeakOrigin *origin = &w->origins.data[step->edge.i];
    VarId x = {w->x};
    step->edge = origin->edge;
    if (origin->is_stale) {
        TraceStale *stale = run_alloc(w->p->run, sizeof *stale);
        *stale = (TraceStale){.var = x, .after = writes->overwritten};
        step->stale = stale;
    } else if (step_assigns(&w->p->edges.data[origin->edge.i], x)) {
        if (origin->nominates) writes->overwritten = writes->after;
        writes->after = i;
    }
    drop_bits(w->p, &step->inputs);
    drop_bits(w->p, &step->child_locals);
}

Trace *weak_execution_of(const WeakExecutions *w, const Trace *trace)
{
    Trace *out = trace_copy(w->p->run, trace);
    WritesOfX writes = {NO_ID, NO_ID};
    drop_bits(w->p, &out->shared);
    for (uint32_t i = 0; i < out->initial.count; i++)
        drop_bits(w->p, &out->initial.data[i].locals);
    for (uint32_t i = 0; i < out->steps.count; i++)
        translate_step(w, &out->steps.data[i], i, &writes);
    return out;
}
