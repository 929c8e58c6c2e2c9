/* Values that are not known flow forwards along the trace. A variable that an action may assign is not known for the
 * rest of the trace, also after another assignment, since the action may still be under way. Errs towards "may rest".
 */
#include "program/rests.h"

#include "base/check.h"
#include "logic/term/walk.h"

#define THREADS_MOST 256u /* of traces that are looked at; of longer ones every approximation counts */

typedef struct Flow {
    const Program *p;
    const char ***locals; /* of each thread: why variables are not known; NULL: they are */
    const char **shared;
    const char ***kept_locals; /* likewise: and stay so */
    const char **kept_shared;
    bool **begun;       /* of each thread: the actions that have begun; NULL: none has */
    uint32_t actions;   /* have lower numbers */
    uint32_t thread;    /* at hand */
    const char *latest; /* approximation on the way */
    const char *found;
} Flow;

static const char **row(Flow *f, const char ***rows, uint32_t thread)
{
    CHECK(thread < THREADS_MOST);
    if (!rows[thread]) rows[thread] = run_alloc(f->p->run, (f->p->vars.count + 1) * sizeof *rows[thread]);
    return rows[thread];
}

static const char **value_place(Flow *f, VarId var, uint32_t thread, bool kept)
{
    bool is_shared = f->p->vars.data[var.i].class == VAR_SHARED;
    const char **vars =
        is_shared ? (kept ? f->kept_shared : f->shared) : row(f, kept ? f->kept_locals : f->locals, thread);
    return &vars[var.i];
}

static void look_at_read(void *arg, Term var)
{
    Flow *f = arg;
    VarId v = {term_symbol(f->p->tm, var)};
    const Var *is = &f->p->vars.data[v.i];
    if (f->found) return;
    f->found = is->class != VAR_INPUT ? *value_place(f, v, f->thread, false) : is->is_unknown ? f->latest : NULL;
}

/* Why the term's value is not known; NULL: it is. */
static const char *unknown_why(Flow *f, Term t)
{
    f->found = NULL;
    if (term_is(t)) term_for_each_var(f->p->tm, t, look_at_read, f);
    return f->found;
}

/* From here on nobody knows what the variables are that the action assigns. */
static void begin_action(Flow *f, uint32_t action)
{
    bool **begun = &f->begun[f->thread];
    CHECK(action < f->actions);
    if (!*begun) *begun = run_alloc(f->p->run, f->actions);
    if ((*begun)[action]) return;
    (*begun)[action] = true;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        for (uint32_t k = 0; e->action == action && k < e->assign_count; k++)
            *value_place(f, e->assigns[k].var, f->thread, true) = *value_place(f, e->assigns[k].var, f->thread, false) =
                f->latest;
    }
}

static void assign_unknown(Flow *f, const Edge *e, uint32_t child)
{
    const char **values = run_alloc(f->p->run, (e->assign_count + e->arg_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < e->assign_count; i++)
        values[i] = unknown_why(f, e->assigns[i].value);
    for (uint32_t i = 0; i < e->arg_count; i++)
        values[e->assign_count + i] = unknown_why(f, e->args[i].value);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        *value_place(f, v, f->thread, false) = values[i] ? values[i] : *value_place(f, v, f->thread, true);
    }
    for (uint32_t i = 0; i < e->arg_count && child != NO_ID; i++)
        *value_place(f, e->args[i].var, child, false) = values[e->assign_count + i];
    run_release(f->p->run, values);
}

/* Why the step needs a value that is not known; NULL: it needs none. */
static const char *step_rests_on(Flow *f, const Edge *e)
{
    if (e->approximate && !e->action) return e->approximate; /* it may not happen at all */
    if (e->is_error && e->action) return f->latest;
    const char *why = unknown_why(f, e->guard);
    for (uint32_t i = 0; e->is_error && i < e->access_count && !why; i++) {
        why = unknown_why(f, e->accesses[i].index);
        if (!why) why = unknown_why(f, e->accesses[i].condition);
    }
    return why;
}

/* The first step from `from` on that rests on something is *at. */
static const char *rests_on(Flow *f, const Trace *trace, uint32_t from, uint32_t *at)
{
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const TraceStep *step = &trace->steps.data[i];
        const Edge *e = &f->p->edges.data[step->edge.i];
        f->thread = step->thread;
        if (e->approximate) f->latest = e->approximate;
        const char *why = i < from ? NULL : step_rests_on(f, e);
        *at = i;
        if (why) return why;
        if (e->action) begin_action(f, e->action);
        assign_unknown(f, e, step->child);
    }
    return NULL;
}

static void release_flow(Flow *f)
{
    for (uint32_t t = 0; t < THREADS_MOST; t++) {
        run_release(f->p->run, f->locals[t]);
        run_release(f->p->run, f->kept_locals[t]);
        run_release(f->p->run, f->begun[t]);
    }
    run_release(f->p->run, f->locals);
    run_release(f->p->run, f->kept_locals);
    run_release(f->p->run, f->begun);
    run_release(f->p->run, f->shared);
    run_release(f->p->run, f->kept_shared);
}

const char *trace_rests_from(const Program *p, const Trace *trace, uint32_t from, uint32_t *at)
{
    const char *why = NULL;
    *at = 0;
    for (uint32_t i = 0; i < trace->steps.count && !why; i++)
        why = p->edges.data[trace->steps.data[i].edge.i].approximate;
    if (!why) return NULL;
    const Edge *last = &p->edges.data[vec_last(&trace->steps).edge.i];
    if (last->is_error && last->approximate) return last->approximate; /* where the model ends */
    if (trace->initial.count + trace->threads_created > THREADS_MOST) return why;
    Run *run = p->run;
    const size_t row = (p->vars.count + 1) * sizeof(char *);
    Flow f = {.p = p,
              .locals = run_alloc(run, THREADS_MOST * sizeof *f.locals),
              .kept_locals = run_alloc(run, THREADS_MOST * sizeof *f.kept_locals),
              .shared = run_alloc(run, row),
              .kept_shared = run_alloc(run, row),
              .begun = run_alloc(run, THREADS_MOST * sizeof *f.begun),
              .actions = 1};
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].action >= f.actions) f.actions = p->edges.data[i].action + 1;
    why = rests_on(&f, trace, from, at);
    release_flow(&f);
    return why;
}

static void keep_doubtful(const Program *p, const Trace *trace)
{
    Doubt *doubt = p->doubt;
    if (!doubt || (doubt->trace && doubt->trace->steps.count <= trace->steps.count)) return;
    doubt->trace = trace_copy(p->run, trace);
}

const char *trace_rests_on(const Program *p, const Trace *trace)
{
    uint32_t at;
    const char *why = trace_rests_from(p, trace, 0, &at);
    const Edge *last = why ? &p->edges.data[vec_last(&trace->steps).edge.i] : NULL;
    if (why && last->is_error && !last->approximate) keep_doubtful(p, trace);
    return why;
}

bool edge_may_not_happen(const Program *p, const Edge *e)
{
    bool found = e->approximate && !e->path_count && !e->action;
    for (uint32_t i = 0; i < e->path_count; i++) {
        const Edge *step = &p->edges.data[e->path[i].i];
        found |= step->approximate && !step->action;
    }
    return found;
}
