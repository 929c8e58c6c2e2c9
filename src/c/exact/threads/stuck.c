/* Global deadlocks.
 *
 * A shared variable "active" counts the threads that have not ended and do not wait. A thread that must wait goes, by a
 * step of its own, to a location beside the call, where it does not count; a variable for each thing that can be waited
 * for counts who stands beside calls for it. From there an error edge is enabled when nobody is active, and whatever
 * somebody waits for is still taken. A thread that waits for a condition variable does not count from the step by which
 * it gives the mutex back; it can be woken when it has been signalled.
 *
 * Nobody needs to stand beside a call for a lock that is brief: who holds it neither waits for anything but brief locks
 * nor ends, so that somebody is active as long as it is taken; and it is free at first. (Of a brief lock that is taken,
 * who took it last is where he may hold it. He does not wait for more than a lock that was brief before this one; who
 * holds that one is as well, and so on, to one who does not wait.) Where it is free nobody waits for it. So no error
 * edge is enabled, here or there, while somebody waits for it, and where nobody does both are the same.
 *
 * An error edge that can be taken is a deadlock: every thread has ended, or stands beside a call that cannot go on,
 * since what is taken changes only by steps of threads. A deadlock has an error edge: where no thread can go on each
 * one that waits can do the step to the location beside its call. Threads that end the process, that `assume` stops, or
 * whose behaviour is undefined stay active: then the program has ended, or is not looked at. */
#include "c/exact/threads/stuck.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/threads/lock_order.h"
#include "c/exact/threads/owned.h"
#include "c/exact/threads/tagged.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

typedef struct Thing {
    Term taken;
    VarId count; /* of threads beside calls for it */
} Thing;

typedef struct WaitingPlace {
    LocId loc;  /* beside a call, or where a thread sleeps */
    Term guard; /* it does there; TERM_NONE: always */
    SourcePos pos;
    const char *waits; /* for what, in words */
    uint32_t lock;     /* as Edge.waits_lock */
    const char *more;  /* to be said of that */
} WaitingPlace;

typedef struct Stuck {
    Lowering *L;
    uint32_t edge_count; /* of the program before */
    VEC(Thing) things;
    VEC(WaitingPlace) places;
    LockOrder order; /* of the program before */
    bool *brief;     /* by resource */
} Stuck;

/* ---- edges ---- */

/* The edge adds n to the variable, beside what it does. */
static void edge_add(Lowering *L, Edge *edge, VarId var, int64_t n)
{
    uint32_t at = 0;
    while (at < edge->assign_count && edge->assigns[at].var.i < var.i)
        at++;
    bool is_there = at < edge->assign_count && edge->assigns[at].var.i == var.i;
    Assign *all = run_alloc(L->run, (edge->assign_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < edge->assign_count; i++)
        all[i + (i >= at && !is_there)] = edge->assigns[i];
    Term before = is_there ? edge->assigns[at].value : var_term(L, var);
    all[at] = (Assign){var, term_add(L->tm, before, term_int(L->tm, n))};
    edge->assigns = all;
    edge->assign_count += !is_there;
}

/* ---- threads ---- */

static void count_active_threads(Stuck *s)
{
    Lowering *L = s->L;
    VarId active = waits_active(L);
    for (uint32_t i = 0; i < s->edge_count; i++)
        if (L->program->edges.data[i].spawn.i != NO_ID) edge_add(L, &L->program->edges.data[i], active, 1);
    for (uint32_t i = 0; i < L->threads.count; i++) {
        const Thread *t = L->threads.data[i];
        bool any = false;
        for (uint32_t k = 0; t->has_end && k < s->edge_count; k++) {
            if (L->program->edges.data[k].from.i != t->end.i) continue;
            edge_add(L, &L->program->edges.data[k], active, -1);
            any = true;
        }
        if (any || !t->has_end) continue;
        SourcePos pos = sources_pos(L->sources, t->function);
        Edge edge = edge_make(t->end, program_add_loc(L->program, t->id, "ended", false, pos), pos);
        edge.text = "end of thread";
        EdgeId id = program_add_edge(L->program, &edge);
        edge_add(L, &L->program->edges.data[id.i], active, -1);
    }
}

/* ---- waits ---- */

static VarId count_waiting_for(Stuck *s, Term taken)
{
    for (uint32_t i = 0; i < s->things.count; i++)
        if (term_same(s->things.data[i].taken, taken)) return s->things.data[i].count;
    Thing thing = {taken, waits_count(s->L, "waiting", 0, sort_int())};
    vec_push(s->L->run, &s->things, thing);
    return thing.count;
}

/* The location beside the call, from which the edges lead on that lead on from the call. */
static void add_beside(Stuck *s, LocId loc, Term blocked, Term taken, const char *waits, uint32_t lock, SourcePos pos)
{
    Lowering *L = s->L;
    if (term_is_false(L->tm, blocked)) return;
    if (L->program->locs.data[loc.i].atomic) {
        waits_add_error(L, loc, blocked, NULL, "a thread waits inside an atomic section", pos);
        return;
    }
    L->pos = pos;
    VarId count = count_waiting_for(s, taken), active = waits_active(L);
    LocId beside = loc_make(L, L->threads.data[L->program->locs.data[loc.i].template.i], "stops", false);
    for (uint32_t i = 0; i < s->edge_count; i++) {
        Edge edge = L->program->edges.data[i];
        if (edge.from.i != loc.i || edge.is_error) continue;
        edge.from = beside;
        EdgeId copy = program_add_edge(L->program, &edge);
        edge_add(L, &L->program->edges.data[copy.i], count, -1);
        edge_add(L, &L->program->edges.data[copy.i], active, 1);
    }
    Edge edge = edge_make(loc, beside, pos);
    edge.guard = blocked;
    edge.text = run_format(L->run, "(waits for %s)", waits);
    edge.waits = waits;
    edge.waits_lock = lock;
    EdgeId id = program_add_edge(L->program, &edge);
    edge_add(L, &L->program->edges.data[id.i], count, 1);
    edge_add(L, &L->program->edges.data[id.i], active, -1);
    WaitingPlace place = {beside, TERM_NONE, pos, waits, lock, ""};
    vec_push(L->run, &s->places, place);
}

static Term lock_taken(Lowering *L, const Wait *w)
{
    const Cell *c = &L->cells.data[w->id];
    Term held = var_term(L, c->var);
    if (c->sync != SYNC_RWLOCK || w->kind == WAIT_READ) return held;
    return term_or(L->tm, held, term_ne(L->tm, var_term(L, c->more[0]), term_int(L->tm, 0)));
}

/* That the thread still runs; none: it is not known which one it is. */
static Term thread_runs(const Lowering *L, const Wait *w)
{
    for (uint32_t i = 0; w->kind == WAIT_JOIN && i < L->waits.endings.count; i++)
        if (L->waits.endings.data[i].creation == w->id) return L->waits.endings.data[i].runs;
    return w->kind == WAIT_JOIN ? term_bool(L->tm, true) : TERM_NONE; /* it never ends */
}

static const char *lock_words(const Lowering *L, const Wait *w)
{
    const Var *var = &L->program->vars.data[L->cells.data[w->id].var.i];
    return run_format(L->run, "`%s`", var->lock ? var->lock : var->name);
}

static const char *thread_words(const Lowering *L, const Wait *w)
{
    for (uint32_t i = 0; i < L->waits.endings.count; i++)
        if (L->waits.endings.data[i].creation == w->id)
            return run_format(L->run, "the end of %s", L->waits.endings.data[i].name);
    return "the end of a thread";
}

static void add_wait_beside(Stuck *s, const Wait *w)
{
    Lowering *L = s->L;
    bool is_lock = w->kind == WAIT_TAKE || w->kind == WAIT_READ;
    Term taken = is_lock ? lock_taken(L, w) : thread_runs(L, w);
    if (!term_is(taken)) {
        tagged_want_rounds(L);
        const char *why = run_format(L->run, "a thread that is not known is joined%s", w->why);
        waits_add_error(L, w->loc, w->blocked, NULL, why, w->pos);
        return;
    }
    add_beside(s, w->loc, w->blocked, taken, is_lock ? lock_words(L, w) : thread_words(L, w),
               is_lock ? L->cells.data[w->id].var.i + 1 : 0, w->pos);
}

/* ---- brief locks ---- */

static bool is_brief_wait(const Stuck *s, const Wait *w)
{
    return w->kind == WAIT_TAKE && s->brief[lock_order_target(&s->order, w)];
}

/* Does who may hold the resource wait for nothing but brief locks, and not end? */
static bool is_held_briefly(const Stuck *s, uint32_t r)
{
    const Lowering *L = s->L;
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        if (lock_order_may_hold(&s->order, r, L->waits.list.data[i].loc) && !is_brief_wait(s, &L->waits.list.data[i]))
            return false;
    for (uint32_t i = 0; i < L->waits.stops.count; i++)
        if (lock_order_may_hold(&s->order, r, L->waits.stops.data[i].loc)) return false;
    for (uint32_t i = 0; i < L->waits.sleeps.count; i++)
        if (lock_order_may_hold(&s->order, r, L->waits.sleeps.data[i].loc)) return false;
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (L->threads.data[i]->has_end && lock_order_may_hold(&s->order, r, L->threads.data[i]->end)) return false;
    return true;
}

/* NULL: it does not assign the variable. */
static const Assign *assignment_to(const Edge *e, VarId v)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (e->assigns[i].var.i == v.i) return &e->assigns[i];
    return NULL;
}

/* Whether it is free at first, or is made free before it may be taken, or a thread be created. */
static bool starts_free(const Stuck *s, VarId lock)
{
    const Lowering *L = s->L;
    const Program *p = L->program;
    const Term init = p->vars.data[lock.i].init;
    if (term_is(init)) return term_is_false(L->tm, init);
    bool *early = run_alloc(L->run, p->locs.count + 1), is_free = true;
    for (uint32_t t = 0; t < p->templates.count; t++)
        early[p->templates.data[t].entry.i] = p->templates.data[t].initial != COUNT_NONE;
    for (bool changed = true; changed && is_free;) {
        changed = false;
        for (uint32_t i = 0; i < s->edge_count && is_free; i++) {
            const Edge *e = &p->edges.data[i];
            const Assign *a = assignment_to(e, lock);
            if (!early[e->from.i] || (a && term_is_false(L->tm, a->value))) continue;
            is_free = !a && e->spawn.i == NO_ID;
            changed |= !early[e->to.i];
            early[e->to.i] = true;
        }
    }
    run_release(L->run, early);
    return is_free;
}

/* Is the lock free at first, and does each edge that may take it say who holds it then? */
static bool has_known_holders(const Stuck *s, uint32_t cell)
{
    Lowering *L = s->L;
    const VarId lock = L->cells.data[cell].var;
    if (!starts_free(s, lock)) return false;
    for (uint32_t i = 0; i < s->edge_count; i++) {
        const Edge *e = &L->program->edges.data[i];
        const Assign *a = assignment_to(e, lock);
        VarId own = owned_variable(L, cell, L->program->locs.data[e->from.i].template);
        bool says_who = own.i != NO_ID && assignment_to(e, own);
        if (a && !term_is_false(L->tm, a->value) && !says_who) return false;
    }
    return true;
}

/* Each by those that were found before. */
static void find_brief_locks(Stuck *s)
{
    const Lowering *L = s->L;
    lock_order_make(s->L, &s->order);
    s->brief = run_alloc(L->run, s->order.resources.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t r = 0; r < s->order.resources.count; r++) {
            const Resource *resource = &s->order.resources.data[r];
            if (s->brief[r] || resource->kind != RESOURCE_LOCK || L->cells.data[resource->id].sync == SYNC_RWLOCK)
                continue;
            s->brief[r] = has_known_holders(s, resource->id) && is_held_briefly(s, r);
            changed |= s->brief[r];
        }
    }
}

static void add_waits(Stuck *s)
{
    Lowering *L = s->L;
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        if (!is_brief_wait(s, &L->waits.list.data[i])) add_wait_beside(s, &L->waits.list.data[i]);
    for (uint32_t i = 0; i < L->waits.stops.count; i++) {
        const Stop stop = L->waits.stops.data[i];
        add_beside(s, stop.loc, stop.blocked, stop.taken, stop.waits, 0, stop.pos);
    }
    for (uint32_t i = 0; i < L->waits.sleeps.count; i++) {
        const Sleep sleep = L->waits.sleeps.data[i];
        WaitingPlace place = {
            sleep.loc, sleep.guard, sleep.pos, run_format(L->run, "`%s`", sleep.name), 0, ", which is not signalled"};
        vec_push(L->run, &s->places, place);
    }
}

/* ---- the errors ---- */

static Term is_var_zero(Lowering *L, VarId var) { return term_eq(L->tm, var_term(L, var), term_int(L->tm, 0)); }

static void add_stuck_errors(Stuck *s)
{
    Lowering *L = s->L;
    Term stuck = is_var_zero(L, waits_active(L));
    for (uint32_t i = 0; i < s->things.count; i++)
        stuck =
            term_and(L->tm, stuck, term_or(L->tm, is_var_zero(L, s->things.data[i].count), s->things.data[i].taken));
    for (uint32_t i = 0; i < L->waits.conditions.count; i++)
        stuck = term_and(L->tm, stuck, is_var_zero(L, L->waits.conditions.data[i].woken));
    for (uint32_t i = 0; i < s->places.count; i++) {
        const WaitingPlace p = s->places.data[i];
        const char *what =
            run_format(L->run, "deadlock: no thread can go on; this one waits for %s%s", p.waits, p.more);
        Term here = term_is(p.guard) ? term_and(L->tm, stuck, p.guard) : stuck;
        EdgeId error = waits_add_error(L, p.loc, here, what, NULL, p.pos);
        if (error.i == NO_ID) continue;
        L->program->edges.data[error.i].waits = p.waits;
        L->program->edges.data[error.i].waits_lock = p.lock;
    }
}

static bool is_main_at(const Lowering *L, LocId loc)
{
    return L->threads.data[L->program->locs.data[loc.i].template.i]->is_main;
}

/* A main that neither waits nor ends without ending the process is always active. */
static bool main_may_stop(const Lowering *L)
{
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (L->threads.data[i]->is_main && L->threads.data[i]->has_end) return true;
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        if (is_main_at(L, L->waits.list.data[i].loc)) return true;
    for (uint32_t i = 0; i < L->waits.stops.count; i++)
        if (is_main_at(L, L->waits.stops.data[i].loc)) return true;
    for (uint32_t i = 0; i < L->waits.sleeps.count; i++)
        if (is_main_at(L, L->waits.sleeps.data[i].loc)) return true;
    return false;
}

void stuck_resolve(Lowering *L)
{
    if (!waits_are_asked(L) || L->waits.stops.count + L->waits.sleeps.count == 0 || !main_may_stop(L)) return;
    SourcePos pos = L->pos;
    Stuck s = {.L = L, .edge_count = L->program->edges.count};
    find_brief_locks(&s);
    count_active_threads(&s);
    add_waits(&s);
    add_stuck_errors(&s);
    L->pos = pos;
    vec_free(L->run, &s.things);
    vec_free(L->run, &s.places);
    run_release(L->run, s.brief);
    lock_order_clear(&s.order);
}
