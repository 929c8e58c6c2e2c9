#include "engines/symmpa/refine/covered.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/simulate.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/replay.h"
#include "program/rests.h"

#define CHOICES_MAX 8 /* one behind the other */
#define RUNS_MAX 100  /* that are tried in all */
#define STEPS_MAX 600 /* of a run */
#define WAY_MAX 40    /* steps until a way comes back to the run */
#define JOINS_MAX 4   /* places where it does */
#define SMT_MILLISECONDS 100

typedef struct Cover {
    Program *p;
    Program *simulated; /* each edge is its own path */
    const LoopCounters *counters;
    Smt *smt;
    Interpreter *in;
    Term required;        /* of the run that is looked for */
    bool has_known_input; /* what was looked at mentions one */
    uint32_t runs;
} Cover;

/* ---- the ways from a place ---- */

static bool is_way(const Edge *e) { return !e->approximate || e->action; }

static void look_for_known_input(void *arg, Term var)
{
    Cover *c = arg;
    const Var *v = &c->p->vars.data[term_symbol(c->p->tm, var)];
    c->has_known_input |= v->class == VAR_INPUT && !v->is_unknown;
}

/* Do the conditions of the ways leave out no value at all? They must not be about an input that is chosen there: with
 * another one another way may be the one that is open. */
static bool is_total(Cover *c, LocId at)
{
    TermManager *tm = c->p->tm;
    Term any = term_bool(tm, false);
    c->has_known_input = false;
    for (uint32_t i = 0; i < program_out_count(c->p, at); i++) {
        const Edge *e = program_out_edge(c->p, at, i);
        if (!is_way(e)) continue;
        any = term_or(tm, any, e->guard);
        term_for_each_var(tm, e->guard, look_for_known_input, c);
    }
    if (c->has_known_input) return false;
    Term none = term_not(tm, any);
    return term_is_false(tm, none) || smt_check(c->smt, &none, 1) == SMT_UNSAT;
}

/* ---- another run with the same beginning ---- */

/* The steps of a thread alone from a location to another one, in *out; false: none, or they start threads or fail. */
static bool find_way(Cover *c, LocId from, LocId to, EdgeId out[WAY_MAX], uint32_t *length)
{
    Program *p = c->p;
    uint32_t *by = run_alloc(p->run, p->locs.count * sizeof *by),
             *queue = run_alloc(p->run, p->locs.count * sizeof *queue);
    uint32_t *depth = run_alloc(p->run, p->locs.count * sizeof *depth), first = 0, end = 0;
    for (uint32_t l = 0; l < p->locs.count; l++)
        by[l] = NO_ID;
    queue[end++] = from.i;
    while (first < end && queue[first] != to.i) {
        uint32_t at = queue[first++];
        for (uint32_t i = 0; i < program_out_count(p, (LocId){at}) && depth[at] < WAY_MAX; i++) {
            const Edge *e = program_out_edge(p, (LocId){at}, i);
            if (!is_way(e) || e->is_error || e->spawn.i != NO_ID || e->to.i == from.i || by[e->to.i] != NO_ID) continue;
            by[e->to.i] = p->out_edges[p->out_start[at] + i];
            depth[e->to.i] = depth[at] + 1;
            queue[end++] = e->to.i;
        }
    }
    bool found = first < end;
    *length = found ? depth[to.i] : 0;
    for (uint32_t at = to.i, n = *length; n > 0; at = p->edges.data[by[at]].from.i)
        out[--n] = (EdgeId){by[at]};
    run_release(p->run, by);
    run_release(p->run, queue);
    run_release(p->run, depth);
    return found;
}

static void push_step(Cover *c, Trace *out, uint32_t thread, EdgeId edge)
{
    TraceStep step = {.thread = thread, .edge = edge, .child = NO_ID};
    vec_push(c->p->run, &out->steps, step);
}

/* The run up to the choice, the other way and how it goes on to where the thread is before step `join` of the run, what
 * others do meanwhile, and the rest. join = the number of steps: the thread need not go on. False: no such run. */
static bool build_run(Cover *c, const Trace *trace, uint32_t choice, EdgeId way, uint32_t join, Trace *out)
{
    const TraceStep *steps = trace->steps.data;
    uint32_t thread = steps[choice].thread, length = 0;
    EdgeId back[WAY_MAX];
    const Edge *e = &c->p->edges.data[way.i];
    memset(&out->steps, 0, sizeof out->steps);
    if (join < trace->steps.count && !find_way(c, e->to, c->p->edges.data[steps[join].edge.i].from, back, &length))
        return false;
    for (uint32_t i = 0; i < choice; i++)
        vec_push(c->p->run, &out->steps, steps[i]);
    push_step(c, out, thread, way);
    for (uint32_t i = 0; i < length && !e->is_error; i++)
        push_step(c, out, thread, back[i]);
    for (uint32_t i = choice + 1; i < trace->steps.count && !e->is_error; i++) {
        bool is_left_out = i < join && steps[i].thread == thread;
        if (is_left_out && steps[i].child != NO_ID) return false;
        if (!is_left_out) vec_push(c->p->run, &out->steps, steps[i]);
    }
    return c->p->edges.data[vec_last(&out->steps).edge.i].is_error;
}

typedef struct Mention {
    TermManager *tm;
    uint32_t var;
    bool found;
} Mention;

static void look_for_mention(void *arg, Term var)
{
    Mention *m = arg;
    m->found |= term_symbol(m->tm, var) == m->var;
}

static bool mentions(const Cover *c, Term t, VarId var)
{
    Mention m = {c->p->tm, var.i, false};
    term_for_each_var(c->p->tm, t, look_for_mention, &m);
    return m.found;
}

/* What is not known when the thread `owner` (NO_ID: any) first looks at the variable: an action sets it before. */
static bool is_set_before_read(const Cover *c, const Trace *trace, uint32_t choice, VarId var, uint32_t owner)
{
    for (uint32_t i = 0; i < choice; i++) {
        const Edge *e = &c->p->edges.data[trace->steps.data[i].edge.i];
        bool reads = mentions(c, e->guard, var);
        if (owner != NO_ID && trace->steps.data[i].thread != owner) continue;
        for (uint32_t k = 0; k < e->assign_count; k++) {
            if (e->action && e->assigns[k].var.i == var.i) return true;
            reads |= mentions(c, e->assigns[k].value, var);
        }
        for (uint32_t k = 0; k < e->arg_count; k++)
            reads |= mentions(c, e->args[k].value, var);
        if (reads) return false;
    }
    return false;
}

/* Values at one place of a run: inputs of a step, or arbitrary initial ones, of a thread or (NO_ID) shared. */
typedef struct ValuePlace {
    const TraceValues *known; /* in the run */
    TraceValues *other;       /* in the other one; NULL: there is none yet */
    uint32_t instance;        /* of the variables in terms of the path */
    uint32_t owner;
} ValuePlace;

static bool is_known_at(const Cover *c, const Trace *trace, uint32_t choice, const ValuePlace *at, VarId var)
{
    const Var *v = &c->p->vars.data[var.i];
    return !v->is_unknown && (v->class == VAR_INPUT || !is_set_before_read(c, trace, choice, var, at->owner));
}

/* Calls visit for each place of values before the choice that the run decides: all but inputs of what is approximate.
 */
static void for_each_place(Cover *c, const Path *path, const Trace *trace, uint32_t choice, Trace *other,
                           void (*visit)(Cover *c, const Trace *trace, uint32_t choice, ValuePlace at))
{
    visit(c, trace, choice, (ValuePlace){&trace->shared, other ? &other->shared : NULL, 1, NO_ID});
    for (uint32_t t = 0; t < trace->initial.count; t++)
        visit(c, trace, choice,
              (ValuePlace){&trace->initial.data[t].locals, other ? &other->initial.data[t].locals : NULL,
                           PATH_LOCAL_INSTANCE(t), t});
    for (uint32_t i = 0; i < choice; i++) {
        const TraceStep *s = &trace->steps.data[i];
        const Edge *e = &c->p->edges.data[s->edge.i];
        TraceStep *o = other ? &other->steps.data[i] : NULL;
        if (s->child != NO_ID)
            visit(c, trace, choice,
                  (ValuePlace){&s->child_locals, o ? &o->child_locals : NULL, PATH_LOCAL_INSTANCE(s->child), s->child});
        if (!e->approximate && !e->action)
            visit(c, trace, choice, (ValuePlace){&s->inputs, o ? &o->inputs : NULL, path->offsets[i], s->thread});
    }
}

/* For the solver: the other run has the same values as this one, but for arrays. */
static void require_known(Cover *c, const Trace *trace, uint32_t choice, ValuePlace at)
{
    TermManager *tm = c->p->tm;
    for (uint32_t k = 0; k < at.known->count; k++) {
        const TraceValue *v = &at.known->data[k];
        Sort sort = c->p->vars.data[v->var.i].sort;
        if (sort.kind == SORT_ARRAY || !is_known_at(c, trace, choice, &at, v->var)) continue;
        Term value = term_const(tm, sort, v->value.bits);
        c->required = term_and(tm, c->required, term_eq(tm, term_var(tm, sort, v->var.i, at.instance), value));
    }
}

/* Arrays, too. */
static void take_known(Cover *c, const Trace *trace, uint32_t choice, ValuePlace at)
{
    for (uint32_t k = 0; k < at.known->count; k++)
        for (uint32_t m = 0; m < at.other->count; m++)
            if (at.other->data[m].var.i == at.known->data[k].var.i &&
                is_known_at(c, trace, choice, &at, at.known->data[k].var))
                at.other->data[m] = at.known->data[k];
}

/* Does the run exist, with some values? Then they are in it. */
static bool has_values(Cover *c, const Trace *trace, uint32_t choice, Trace *run)
{
    Trace solved;
    bool ok = false;
    c->runs++;
    Path *path = path_of_run(c->simulated, c->counters, run);
    c->required = path->guards[0];
    for_each_place(c, path, trace, choice, NULL, require_known);
    path->guards[0] = c->required;
    if (path_simulate(path, c->smt, c->p, &solved) == SMT_SAT && solved.steps.count == run->steps.count) {
        for_each_place(c, path, trace, choice, &solved, take_known);
        ok = interpreter_replay(c->in, &solved) == NULL;
        *run = solved;
    }
    path_free(path);
    return ok;
}

static bool is_covered(Cover *c, const Trace *trace, uint32_t settled, uint32_t depth);

static bool leads_to_error(Cover *c, const Trace *trace, uint32_t choice, EdgeId way, uint32_t depth)
{
    uint32_t thread = trace->steps.data[choice].thread, joins = 0;
    for (uint32_t join = choice + 1; join <= trace->steps.count && joins < JOINS_MAX && c->runs < RUNS_MAX; join++) {
        if (join < trace->steps.count && trace->steps.data[join].thread != thread) continue;
        Trace run = *trace;
        if (!build_run(c, trace, choice, way, join, &run)) continue;
        joins++;
        if (has_values(c, trace, choice, &run) && is_covered(c, &run, choice + 1, depth)) return true;
    }
    return false;
}

/* From step `settled` on. */
static bool is_covered(Cover *c, const Trace *trace, uint32_t settled, uint32_t depth)
{
    for (;; depth--) {
        uint32_t choice = 0;
        if (!trace_rests_from(c->p, trace, settled, &choice)) return true;
        const Edge *e = &c->p->edges.data[trace->steps.data[choice].edge.i];
        bool is_choice = !e->approximate && !e->action && !e->access_count && choice >= settled;
        if (!depth || !is_choice || !is_total(c, e->from)) return false;
        for (uint32_t i = 0; i < program_out_count(c->p, e->from); i++) {
            EdgeId way = {c->p->out_edges[c->p->out_start[e->from.i] + i]};
            if (way.i == trace->steps.data[choice].edge.i || !is_way(&c->p->edges.data[way.i])) continue;
            if (!leads_to_error(c, trace, choice, way, depth - 1)) return false;
        }
        settled = choice + 1;
    }
}

/* The same program, whose edges say that they are their own. */
static Program *with_paths(Program *p)
{
    Program *out = run_alloc(p->run, sizeof *out);
    *out = *p;
    memset(&out->edges, 0, sizeof out->edges);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        EdgeId *self = run_alloc(p->run, sizeof *self);
        self->i = i;
        e.path = self;
        e.path_count = 1;
        vec_push(p->run, &out->edges, e);
    }
    return out;
}

bool covered_error(Program *p, const Trace *trace)
{
    CHECK(!p->is_merged);
    if (trace->steps.count > STEPS_MAX || !trace_rests_on(p, trace)) return false;
    Cover c = {.p = p, .simulated = with_paths(p), .in = interpreter_new(p)};
    c.counters = loop_counters_new(c.simulated);
    c.smt = smt_new(p->tm);
    smt_set_timeout(c.smt, SMT_MILLISECONDS);
    bool ok = is_covered(&c, trace, 0, CHOICES_MAX);
    run_log(p->run, 1, "ways by values that are not known: %u runs tried, %s", c.runs,
            ok ? "all lead to errors" : "not all lead to errors");
    smt_free(c.smt);
    return ok;
}

const char *covered_rest(Program *p, const Trace *trace)
{
    const char *why = trace_rests_on(p, trace);
    return why && !p->is_merged && covered_error(p, trace) ? NULL : why;
}
