/* A lock is a condition `taken` on a shared
 * variable and, per location, a condition on the thread's locals under which it holds the lock, with
 *
 *     at most one thread holds the lock, and if one does, `taken` is true, unless it is still to be set (pending).
 *
 * Where it is pending the location is atomic, so that no other thread moves meanwhile. The fact is inductive when for
 * every edge with guard g, where x (y) says that its thread holds the lock before (after) the step:
 *   1. g, not x, y, taken: impossible. Who gets the lock finds it free. (Another holder could be pending only if it
 * were at an atomic location, and then this thread would not move.)
 *   2. g, y, not taken after the step: impossible, given that x implies taken before; unless the step ends, or began,
 *      where that is pending.
 *   3. g, not x, not y, taken, not taken after the step: impossible. Only holders give the lock back; or a thread that
 *      initialises it while no other thread exists that could hold it.
 * No thread holds it where it starts. Nothing is required of a step after which its thread holds the lock no more: then
 * nobody does.
 *
 * Where a thread holds it is found by data flow: at a location it does what the steps of all edges to it allow by 1 and
 * 2, all of the time or in dependence on a local. In the end all three are asked of every edge. */
#include "facts/exclusion/holding.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "facts/exclusion/order.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/decide.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define TRIES_MAX 4 /* changes of mind about a location at which it depends on a local */

/* ---- questions about one edge ---- */

/* A condition "local == constant". */
static bool is_test_of_local(const HoldingFlow *f, Term t, Term *local, Term *value)
{
    if (term_kind(f->tm, t) == TERM_VAR || term_kind(f->tm, t) == TERM_NOT) {
        *local = term_kind(f->tm, t) == TERM_NOT ? term_arg(f->tm, t, 0) : t;
        *value = term_bool(f->tm, term_kind(f->tm, t) == TERM_VAR);
        return term_kind(f->tm, *local) == TERM_VAR;
    }
    if (term_kind(f->tm, t) != TERM_EQ) return false;
    for (uint32_t i = 0; i < 2; i++) {
        *local = term_arg(f->tm, t, i);
        *value = term_arg(f->tm, t, 1 - i);
        if (term_kind(f->tm, *local) == TERM_VAR && term_is_const(f->tm, *value)) return true;
    }
    return false;
}

/* Does the conjunction ask for two values of a variable? Many do, of arrays of locks, where a local chooses one. */
static bool is_torn(const HoldingFlow *f, Term t)
{
    if (term_kind(f->tm, t) != TERM_AND) return false;
    for (uint32_t i = 0; i < term_arity(f->tm, t); i++)
        for (uint32_t k = 0; k < i; k++) {
            Term a = term_arg(f->tm, t, i), b = term_arg(f->tm, t, k), var[2], value[2];
            if (is_test_of_local(f, a, &var[0], &value[0]) && is_test_of_local(f, b, &var[1], &value[1]) &&
                term_same(var[0], var[1]) && !term_same(value[0], value[1]))
                return true;
        }
    return false;
}

static bool is_condition_impossible(HoldingFlow *f, Term t)
{
    if (term_is_false(f->tm, t) || is_torn(f, t)) return true;
    if (term_is_true(f->tm, t)) return false;
    switch (term_decide(f->tm, &t, 1)) {
    case DECIDED_NO: return true;
    case DECIDED_YES: return false;
    case UNDECIDED: break;
    }
    return smt_check(f->smt, &t, 1) == SMT_UNSAT;
}

static Term held_condition(const HoldingFlow *f, Term held) { return term_is(held) ? held : term_bool(f->tm, false); }
static Term not(const HoldingFlow *f, Term t) { return term_not(f->tm, t); }
/* Over variables that change. */
static Term flow_guard_of(const HoldingFlow *f, const Edge *e) { return f->guards[e - f->p->edges.data]; }
static Term conjoin(const HoldingFlow *f, Term a, Term b) { return term_and(f->tm, a, b); }

typedef struct Touched {
    const Edge *e;
    const TermManager *tm;
    bool any;
} Touched;

static void note_touched(void *arg, Term var)
{
    Touched *t = arg;
    t->any |= term_is(step_value(t->e, (VarId){term_symbol(t->tm, var)}));
}

/* Does the edge leave the variables of t as they are? */
static bool leaves(HoldingFlow *f, const Edge *e, Term t)
{
    Touched touched = {e, f->tm, false};
    if (e->assign_count) term_for_each_var(f->tm, t, note_touched, &touched);
    return !touched.any;
}

/* Does the guard say that y, "local == constant", is false? */
static bool says_otherwise(const HoldingFlow *f, Term guard, Term y)
{
    Term var[2], value[2];
    uint32_t n = term_kind(f->tm, guard) == TERM_AND ? term_arity(f->tm, guard) : 1;
    if (!is_test_of_local(f, y, &var[0], &value[0])) return false;
    for (uint32_t i = 0; i < n; i++) {
        Term t = term_kind(f->tm, guard) == TERM_AND ? term_arg(f->tm, guard, i) : guard;
        if (is_test_of_local(f, t, &var[1], &value[1]) && term_same(var[0], var[1]) && !term_same(value[0], value[1]))
            return true;
    }
    return false;
}

/* 1 and 2 above: may its thread, if it is as *from says before the step, be as *to says after it? */
static bool may_hold_after_step(HoldingFlow *f, const Edge *e, const Holding *from, const Holding *to)
{
    Term x = held_condition(f, from->held), y = held_condition(f, to->held), g = flow_guard_of(f, e);
    bool sets = term_is(step_value(e, f->v));
    if (term_is_false(f->tm, y)) return true;
    if (!term_is(from->held) && term_is_true(f->tm, y) && !f->tests[e - f->p->edges.data]) return false;
    if (IS_UNSOUND(UNSOUND_LOCK_KEPT) && term_is_true(f->tm, x)) return true;
    if (term_is_true(f->tm, x) && !sets && (to->pending || !from->pending)) return true;
    if (!term_is_const(f->tm, y) && leaves(f, e, y)) {
        if (term_same(x, y) && !sets && (to->pending || !from->pending)) return true;
        if (says_otherwise(f, g, y)) return true;
    }
    if (!term_is_const(f->tm, y)) y = step_before(f->p, e, y, SPACE_ACTIVE);
    Term enters = conjoin(f, conjoin(f, g, y), not(f, x));
    if (!is_condition_impossible(f, conjoin(f, enters, f->taken))) return false;
    if (to->pending) return true;
    Term taken = sets ? step_before(f->p, e, f->taken, SPACE_SHARED) : f->taken;
    Term known = from->pending ? g : conjoin(f, g, term_implies(f->tm, x, f->taken));
    return is_condition_impossible(f, conjoin(f, conjoin(f, known, y), not(f, taken)));
}

/* Is there no other thread that could hold the lock while one is at the location? */
static bool is_alone_at(const HoldingFlow *f, LocId at)
{
    TemplateId own = f->p->locs.data[at.i].template;
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        if (!f->at[l].is_known || !term_is(f->at[l].held)) continue;
        if (f->p->locs.data[l].template.i != own.i && order_excludes(f->p, f->facts, (LocId){l}, at)) continue;
        if (f->p->locs.data[l].template.i != own.i || f->p->templates.data[own.i].cardinality != COUNT_ONE)
            return false;
    }
    return true;
}

/* 3 above. */
static bool only_holder_frees(HoldingFlow *f, const Edge *e, const Holding *from, const Holding *to)
{
    if (!term_is(step_value(e, f->v))) return true;
    Term x = held_condition(f, from->held), y = held_condition(f, to->held);
    if (!term_is_const(f->tm, y)) y = step_before(f->p, e, y, SPACE_ACTIVE);
    Term freed = conjoin(f, f->taken, not(f, step_before(f->p, e, f->taken, SPACE_SHARED)));
    if (is_condition_impossible(f,
                                conjoin(f, conjoin(f, flow_guard_of(f, e), freed), conjoin(f, not(f, x), not(f, y)))))
        return true;
    return is_alone_at(f, e->from);
}

/* ---- data flow ---- */

/* May threads at the location hold the lock as *h says, whichever way they came there? */
static bool holds_after_all(HoldingFlow *f, LocId l, const Holding *h)
{
    for (uint32_t i = f->in_start[l.i]; i < f->in_start[l.i + 1]; i++) {
        const Edge *e = &f->p->edges.data[f->in_edges[i]];
        const Holding *from = &f->at[e->from.i];
        if (from->is_known && !may_hold_after_step(f, e, from, h)) return false;
    }
    return true;
}

/* As *h, or pending where that is possible. */
static bool try_condition(HoldingFlow *f, LocId l, Term held, Holding *h)
{
    *h = (Holding){true, held, false};
    if (holds_after_all(f, l, h)) return true;
    h->pending = true;
    return f->p->locs.data[l.i].atomic && holds_after_all(f, l, h);
}

typedef struct Known {
    Term var, value, local, local_value;
} Known;

static Term assumed_value(void *arg, TermManager *tm, Term var)
{
    const Known *k = arg;
    (void)tm;
    if (term_same(var, k->var)) return k->value;
    return term_is(k->local) && term_same(var, k->local) ? k->local_value : TERM_NONE;
}

/* What tells, after the edge, that the lock was free before it (or held by this thread, as a local says): a local that
 * has a certain value then: the result of a compare-and-swap or a trylock, the old value of the variable; or a copy.
 * Booleans come first: where there is one the program looks at that. */
static bool try_results_of(HoldingFlow *f, const Edge *e, bool is_boolean, Holding *h)
{
    const Holding *from = &f->at[e->from.i];
    Known known = {program_var_term(f->p, f->v), f->free, TERM_NONE, TERM_NONE};
    if (term_is(from->held) && !holding_is_sure(f->tm, from))
        is_test_of_local(f, from->held, &known.local, &known.local_value);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Var *info = &f->p->vars.data[e->assigns[i].var.i];
        if (info->class != VAR_LOCAL || info->sort.kind == SORT_ARRAY) continue;
        if ((info->sort.kind == SORT_BOOL) != is_boolean) continue;
        Term value = term_substitute(f->tm, e->assigns[i].value, assumed_value, &known);
        if (!term_is_const(f->tm, value)) continue;
        Term result = term_eq(f->tm, program_var_term(f->p, e->assigns[i].var), value);
        if (term_is(known.local) && try_condition(f, e->to, term_or(f->tm, result, from->held), h)) return true;
        if (try_condition(f, e->to, result, h)) return true;
    }
    return false;
}

static bool try_results(HoldingFlow *f, const Edge *e, Holding *h)
{
    return try_results_of(f, e, true, h) || try_results_of(f, e, false, h);
}

typedef struct Look {
    const Program *p;
    bool others;
} Look;

static void note_other_than_local(void *arg, Term var)
{
    Look *look = arg;
    look->others |= look->p->vars.data[term_symbol(look->p->tm, var)].class != VAR_LOCAL;
}

/* Where one way to the location takes the lock and another does not: the branch between them. */
static bool try_branch(HoldingFlow *f, const Edge *e, Holding *h)
{
    Look look = {f->p, false};
    if (term_is(f->at[e->from.i].held) || e->assign_count || term_is_const(f->tm, e->guard)) return false;
    term_for_each_var(f->tm, e->guard, note_other_than_local, &look);
    return !look.others && try_condition(f, e->to, term_not(f->tm, e->guard), h);
}

static Term local_part_of_guard(const HoldingFlow *f, Term guard)
{
    Look look = {f->p, false};
    Term all = term_bool(f->tm, true);
    term_for_each_var(f->tm, guard, note_other_than_local, &look);
    if (!look.others) return guard;
    if (term_kind(f->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(f->tm, guard); i++)
            all = conjoin(f, all, local_part_of_guard(f, term_arg(f->tm, guard, i)));
    return all;
}

/* Where one of several locks is taken, which a local says: an element of an array. */
static bool try_chosen_lock(HoldingFlow *f, const Edge *e, Holding *h)
{
    if (term_is(f->at[e->from.i].held) || !f->tests[e - f->p->edges.data]) return false;
    Term chosen = local_part_of_guard(f, flow_guard_of(f, e));
    for (uint32_t i = 0; i < e->assign_count; i++) /* of the locals before the step */
        if (f->p->vars.data[e->assigns[i].var.i].class == VAR_LOCAL) return false;
    return !term_is_true(f->tm, chosen) && try_condition(f, e->to, chosen, h);
}

/* The most that the edges to the location allow to say. */
static Holding holding_at(HoldingFlow *f, LocId l)
{
    Holding h, none = {true, TERM_NONE, false};
    if (try_condition(f, l, term_bool(f->tm, true), &h)) return h;
    if (++f->tries[l.i] > TRIES_MAX) return none;
    bool any = false;
    for (uint32_t i = f->in_start[l.i]; i < f->in_start[l.i + 1]; i++) {
        const Edge *e = &f->p->edges.data[f->in_edges[i]];
        any |= f->at[e->from.i].is_known && (term_is(f->at[e->from.i].held) || f->tests[f->in_edges[i]]);
    }
    for (uint32_t i = f->in_start[l.i]; any && i < f->in_start[l.i + 1]; i++) {
        const Edge *e = &f->p->edges.data[f->in_edges[i]];
        const Holding *from = &f->at[e->from.i];
        if (!from->is_known) continue;
        if (try_results(f, e, &h)) return h;
        if (term_is(from->held) && !holding_is_sure(f->tm, from) && try_condition(f, l, from->held, &h)) return h;
        if (try_branch(f, e, &h) || try_chosen_lock(f, e, &h)) return h;
    }
    return none;
}

static void reopen(HoldingFlow *f, LocId l)
{
    f->open_count += !f->is_open[l.i];
    f->is_open[l.i] = true;
}

static void visit_flow_location(HoldingFlow *f, LocId l)
{
    Holding *at = &f->at[l.i];
    if (at->is_known && !term_is(at->held)) return; /* nothing less can be said */
    Holding h = holding_at(f, l);
    if (at->is_known && at->pending == h.pending && term_same(at->held, h.held)) return;
    *at = h;
    for (uint32_t i = 0; i < program_out_count(f->p, l); i++)
        reopen(f, program_out_edge(f->p, l, i)->to);
}

/* In such an order that, but for loops, all ways to a location are known when it is visited. */
static void flow_holdings(HoldingFlow *f)
{
    Program *p = f->p;
    memset(f->at, 0, p->locs.count * sizeof *f->at);
    memset(f->tries, 0, p->locs.count);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        LocId entry = p->templates.data[t].entry;
        f->at[entry.i].is_known = true;
        for (uint32_t i = 0; i < program_out_count(p, entry); i++)
            reopen(f, program_out_edge(p, entry, i)->to);
    }
    while (f->open_count) {
        run_poll(p->run);
        for (uint32_t i = 0; i < f->order_count && f->open_count; i++) {
            LocId l = f->order[i];
            if (!f->is_open[l.i]) continue;
            f->is_open[l.i] = false;
            f->open_count--;
            visit_flow_location(f, l);
        }
    }
}

void holding_find(HoldingFlow *f, VarId v, Term free_value)
{
    CHECK(program_has_var(f->p, v) && f->p->vars.data[v.i].class == VAR_SHARED && !f->open_count);
    f->v = v;
    f->free = free_value;
    f->taken = term_ne(f->tm, program_var_term(f->p, v), free_value);
    flow_holdings(f);
}

bool holding_is_inductive(HoldingFlow *f)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        const Holding *from = &f->at[e->from.i], *to = &f->at[e->to.i];
        if (!from->is_known) continue; /* nobody is ever there */
        if (!may_hold_after_step(f, e, from, to) || !only_holder_frees(f, e, from, to)) return false;
    }
    return true;
}

static void index_edges(HoldingFlow *f)
{
    const Program *p = f->p;
    f->in_start = run_alloc(p->run, (p->locs.count + 2) * sizeof *f->in_start);
    f->in_edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *f->in_edges);
    for (uint32_t i = 0; i < p->edges.count; i++)
        f->in_start[p->edges.data[i].to.i + 2]++;
    for (uint32_t l = 0; l + 2 < p->locs.count + 2; l++)
        f->in_start[l + 2] += f->in_start[l + 1];
    for (uint32_t i = 0; i < p->edges.count; i++)
        f->in_edges[f->in_start[p->edges.data[i].to.i + 1]++] = i;
    CHECK(f->in_start[p->locs.count] == p->edges.count);
}

typedef struct Visit {
    LocId loc;
    uint32_t next; /* of its edges */
} Visit;

/* Locations that edges lead to, each after those that come before it but for loops: depth first, the last left first.
 */
static void find_visiting_order(HoldingFlow *f)
{
    const Program *p = f->p;
    VEC(Visit) path = {NULL, 0, 0};
    bool *is_met = run_alloc(p->run, p->locs.count + 1);
    uint32_t at = p->locs.count;
    f->order = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->order);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        vec_push(p->run, &path, ((Visit){p->templates.data[t].entry, 0}));
        is_met[p->templates.data[t].entry.i] = true;
        while (path.count) {
            Visit *v = &vec_last(&path);
            if (v->next == program_out_count(p, v->loc)) {
                f->order[--at] = v->loc;
                (void)vec_pop(&path);
                continue;
            }
            LocId to = program_out_edge(p, v->loc, v->next++)->to;
            if (!is_met[to.i]) vec_push(p->run, &path, ((Visit){to, 0}));
            is_met[to.i] = true;
        }
    }
    f->order_count = p->locs.count - at;
    memmove(f->order, f->order + at, f->order_count * sizeof *f->order);
    vec_free(p->run, &path);
    run_release(p->run, is_met);
}

static Term initial_if_fixed(void *arg, TermManager *tm, Term var)
{
    const HoldingFlow *f = arg;
    const Var *info = &f->p->vars.data[term_symbol(tm, var)];
    return f->is_fixed[term_symbol(tm, var)] ? info->init : TERM_NONE;
}

/* Guards with the values of shared variables that always have their initial value (the type of a mutex). */
static void find_guards(HoldingFlow *f)
{
    Program *p = f->p;
    f->is_fixed = run_alloc(p->run, p->vars.count + 1);
    f->guards = run_alloc(p->run, (p->edges.count + 1) * sizeof *f->guards);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        f->is_fixed[v] = info->class == VAR_SHARED && info->sort.kind != SORT_ARRAY && term_is(info->init);
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            f->is_fixed[a->var.i] &= term_same(a->value, p->vars.data[a->var.i].init);
        }
    for (uint32_t i = 0; i < p->edges.count; i++)
        f->guards[i] = term_substitute(p->tm, p->edges.data[i].guard, initial_if_fixed, f);
    run_release(p->run, f->is_fixed);
}

HoldingFlow *holding_new(Program *p, Smt *smt, const Exclusions *facts)
{
    HoldingFlow *f = run_alloc(p->run, sizeof *f);
    f->p = p;
    f->tm = p->tm;
    f->smt = smt;
    f->facts = facts;
    f->at = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->at);
    f->is_open = run_alloc(p->run, p->locs.count + 1);
    f->tries = run_alloc(p->run, p->locs.count + 1);
    f->tests = run_alloc(p->run, p->edges.count + 1);
    index_edges(f);
    find_visiting_order(f);
    find_guards(f);
    return f;
}

void holding_free(HoldingFlow *f)
{
    Run *run = f->p->run;
    run_release(run, f->order);
    run_release(run, f->guards);
    run_release(run, f->at);
    run_release(run, f->is_open);
    run_release(run, f->tries);
    run_release(run, f->tests);
    run_release(run, f->in_start);
    run_release(run, f->in_edges);
    run_release(run, f);
}
