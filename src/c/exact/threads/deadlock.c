/* Circular deadlocks.
 *
 * Threads deadlock in a circle when each of them waits for a resource (a lock, or the end of a thread) that the next
 * one holds. Where lock_order.h says that waiting for b while holding a may close a circle, a shared variable
 * "a.waits.b" says that who holds a waits for b now; for a read-write lock, which many may hold, it counts those who
 * do. A thread that arrives at a call where it must wait goes, by a step of its own, to a location beside the call, and
 * sets the variables for all that it holds; when it goes on from there it takes them back in the same step. Where it
 * arrives, an error edge is enabled when the variables lead, from what it waits for, to something that it holds itself,
 * through resources that are not free.
 *
 * An error edge that can be taken is a deadlock: a variable "x.waits.y" is set only while a thread that holds x stands
 * at its call for y; since y is not free (and neither can anybody else give it back, see below) it goes on standing
 * there until the thread that holds y gives it back, which stands still itself, and so on, up to the thread that
 * arrives, which waits for the first of them. Of several readers one that stands still is enough to keep a writer out.
 *
 * A deadlock has an error edge: let each of the threads in a circle stand at its call, waiting. Each of them took what
 * it holds before it arrived there, so when the last of them arrives everything else is as it is then, except that
 * others may stand at their calls without having set their variables; but they can do that step before. Then the
 * variables lead around the circle.
 *
 * Besides:
 * - A thread that ends while it holds a lock never gives it back: "x.lost". Who waits for x then does so for ever.
 * - A lock that is given back, or initialised, by a thread that does not hold it was held by another that still thinks
 *   that it holds it: C leaves that undefined for most locks, and the model ends there (a limit). Where control flow
 *   shows that a thread does that, circles through the lock are limits, too: they may be undone from outside. Where it
 *   only may be, programs are taken not to.
 * - A thread that is not known is joined: it may be any. Where that may close a circle the model ends. So it does where
 *   a lock is waited for inside an atomic section, in which nobody else runs.
 * - A wait that no other thread can end for another reason, a condition that nobody signals, is stuck.c's. */
#include "c/exact/threads/deadlock.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/threads/holds.h"
#include "c/exact/threads/lock_order.h"
#include "c/exact/threads/owned.h"
#include "c/exact/threads/stuck.h"
#include "c/exact/threads/tagged.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define KINDS (WAIT_JOIN + 1) /* of waits that are followed */
#define PATHS 24              /* circles that are told apart in words, for each wait */

typedef struct Deadlocks {
    Lowering *L;
    LockOrder order;
    uint32_t count; /* of resources, `anybody` included */
    VarId *waits;   /* by ((a * count) + b) * KINDS + kind; NO_ID: none */
    VarId *lost;    /* by resource; NO_ID: none */
    bool *handed;   /* by resource: some thread that does not hold it gives it back */
} Deadlocks;

/* ---- terms ---- */

static const Cell *lock_cell(const Deadlocks *d, uint32_t r)
{
    const Resource *resource = &d->order.resources.data[r];
    return resource->kind == RESOURCE_LOCK ? &d->L->cells.data[resource->id] : NULL;
}

static bool is_shared_resource(const Deadlocks *d, uint32_t r)
{
    const Cell *c = lock_cell(d, r);
    return !c || d->L->program->vars.data[c->var.i].class == VAR_SHARED;
}

/* Many may hold it. */
static bool is_counted_lock(const Deadlocks *d, uint32_t r)
{
    const Cell *c = lock_cell(d, r);
    return c && c->sync == SYNC_RWLOCK;
}

/* Somebody else must do something before a wait of the kind for the resource can end. */
static Term is_taken(const Deadlocks *d, uint32_t r, unsigned kind)
{
    Lowering *L = d->L;
    const Cell *c = lock_cell(d, r);
    if (!c) return L->waits.endings.data[d->order.resources.data[r].id].runs;
    Term held = var_term(L, c->var);
    if (c->sync != SYNC_RWLOCK || kind == WAIT_READ) return held;
    return term_or(L->tm, held, term_ne(L->tm, var_term(L, c->more[0]), term_int(L->tm, 0)));
}

static VarId waits_var(const Deadlocks *d, uint32_t a, uint32_t b, unsigned kind)
{
    return d->waits[(a * d->count + b) * KINDS + kind];
}

/* Who holds a waits for b, and b is not free. */
static Term follows(const Deadlocks *d, uint32_t a, uint32_t b, unsigned kind)
{
    Lowering *L = d->L;
    VarId var = waits_var(d, a, b, kind);
    Term waits = var_term(L, var);
    if (is_counted_lock(d, a)) waits = term_ne(L->tm, waits, term_int(L->tm, 0));
    return term_and(L->tm, waits, is_taken(d, b, kind));
}

/* ---- variables ---- */

static VarId add_waiting_variable(Deadlocks *d, const char *name, bool is_count)
{
    Var var = {0};
    var.name = name_unique(d->L, name);
    var.sort = is_count ? sort_int() : sort_bool();
    var.class = VAR_SHARED;
    var.init = term_const(d->L->tm, var.sort, 0);
    var.is_signed = var.is_temporary = true;
    var.pos = d->L->pos;
    return var_add(d->L, &var, NULL);
}

/* A lock that only one thread can reach takes part in no circle but that of its own. */
static void add_waits_variables(Deadlocks *d)
{
    uint32_t n = d->count, total = n * n * KINDS;
    d->waits = run_alloc(d->L->run, total * sizeof *d->waits);
    for (uint32_t i = 0; i < total; i++) {
        uint32_t a = i / KINDS / n, b = i / KINDS % n;
        unsigned kind = i % KINDS;
        d->waits[i] = (VarId){NO_ID};
        bool is_wait_followed =
            a != b && a + 1 < n && b + 1 < n && is_shared_resource(d, a) && is_shared_resource(d, b);
        if (!is_wait_followed || !lock_order_is_cyclic(&d->order, a, b, kind)) continue;
        const char *from = d->order.resources.data[a].name, *to = d->order.resources.data[b].name;
        const char *how = kind == WAIT_READ ? "reads" : kind == WAIT_JOIN ? "joins" : "waits";
        d->waits[i] = add_waiting_variable(d, run_format(d->L->run, "%s.%s.%s", from, how, to), is_counted_lock(d, a));
    }
}

/* ---- edges ---- */

static void add_deadlock_limit(Deadlocks *d, LocId from, Term guard, const char *why, SourcePos pos)
{
    waits_add_error(d->L, from, guard, NULL, why, pos);
}

static const char *resource_words(const Deadlocks *d, uint32_t r)
{
    const Resource *resource = &d->order.resources.data[r];
    if (resource->kind == RESOURCE_THREAD) return run_format(d->L->run, "the end of %s", resource->name);
    return run_format(d->L->run, "`%s`", resource->name);
}

/* As Edge.waits_lock. */
static uint32_t lock_variable(const Deadlocks *d, const Wait *w)
{
    bool is_lock = w->kind == WAIT_TAKE || w->kind == WAIT_READ;
    return is_lock ? d->L->cells.data[w->id].var.i + 1 : 0;
}

/* A deadlock in which the resources are held that are marked. */
static void add_deadlock(Deadlocks *d, const Wait *w, Term guard, const char *what, const bool *held)
{
    for (uint32_t r = 0; r < d->count; r++)
        if (held[r] && d->handed[r]) {
            add_deadlock_limit(d, w->loc, guard,
                               "a thread waits for a lock that one that does not hold it may give back", w->pos);
            return;
        }
    EdgeId error = waits_add_error(d->L, w->loc, guard, what, NULL, w->pos);
    EdgeId goes_on = {w->edges.count ? w->edges.data[0].i : NO_ID};
    if (error.i == NO_ID) return;
    d->L->program->edges.data[error.i].waits = resource_words(d, lock_order_target(&d->order, w));
    d->L->program->edges.data[error.i].waits_lock = lock_variable(d, w);
    origin_blocked(d->L, goes_on, w->at);
}

/* A copy of the edge with more assignments, to variables that are younger than all that it assigns. */
static EdgeId add_extended_edge(Deadlocks *d, EdgeId id, LocId from, const Assign *assigns, uint32_t count)
{
    Edge edge = d->L->program->edges.data[id.i];
    uint32_t n = edge.assign_count;
    Assign *all = run_alloc(d->L->run, (n + count + 1) * sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i] = edge.assigns[i];
    for (uint32_t i = 0; assigns && i < count; i++)
        all[n + i] = assigns[i];
    edge.from = from;
    edge.assigns = all;
    edge.assign_count = n + count;
    EdgeId copy = program_add_edge(d->L->program, &edge);
    run_release(d->L->run, all);
    return copy;
}

/* ---- circles ---- */

/* A way from what a thread waits for, along waits of others. */
typedef struct WaitPath {
    const Wait *wait;
    TemplateId thread;
    bool *is_on; /* by resource */
    uint32_t count;
    uint32_t first; /* what is waited for */
} WaitPath;

static const char *circle_words(const Deadlocks *d, const WaitPath *path, uint32_t last, const char *words)
{
    Run *run = d->L->run;
    const char *name = resource_words(d, path->first), *own = d->order.resources.data[last].name;
    bool is_thread = d->order.resources.data[last].kind == RESOURCE_THREAD;
    if (path->first == last && is_thread) return run_format(run, "deadlock: this thread waits for its own end");
    if (path->first == last && is_counted_lock(d, last))
        return run_format(run, "deadlock: this thread waits to write %s, which it reads itself", name);
    if (path->first == last) return run_format(run, "deadlock: this thread waits for %s, which it holds itself", name);
    const char *has = is_thread ? run_format(run, "this thread, %s, waits for", own)
                                : run_format(run, "this thread holds `%s` and waits for", own);
    return run_format(run, "deadlock: %s %s%s", has, name, words);
}

static bool path_may_hold(const Deadlocks *d, const WaitPath *path, uint32_t r)
{
    return lock_order_may_hold(&d->order, r, path->wait->loc);
}

static bool is_wait_followed(const Deadlocks *d, uint32_t a, uint32_t b, unsigned kind)
{
    return waits_var(d, a, b, kind).i != NO_ID;
}

/* Counts the ways on from r, up to too many; each with an error edge when guard is a term. words: the way so far. */
static void walk_circle(Deadlocks *d, WaitPath *path, uint32_t r, Term guard, const char *words)
{
    Lowering *L = d->L;
    const Wait *w = path->wait;
    if (path->count > PATHS) return;
    path->is_on[r] = true;
    if (path_may_hold(d, path, r)) {
        path->count++;
        if (term_is(guard))
            add_deadlock(d, w, term_and(L->tm, guard, lock_order_own(&d->order, r, path->thread)),
                         circle_words(d, path, r, words), path->is_on);
    }
    for (uint32_t i = 0; i < d->count * KINDS; i++) {
        uint32_t b = i / KINDS;
        unsigned kind = i % KINDS;
        if (path->is_on[b] || !is_wait_followed(d, r, b, kind)) continue;
        bool is_thread = d->order.resources.data[r].kind == RESOURCE_THREAD;
        const char *more = run_format(L->run, "%s, %s waits for %s", words, is_thread ? "which" : "whose holder",
                                      resource_words(d, b));
        walk_circle(d, path, b, term_is(guard) ? term_and(L->tm, guard, follows(d, r, b, kind)) : guard, more);
    }
    path->is_on[r] = false;
}

/* All ways at once, when there are many: what the variables lead to, in as many rounds as there are resources. */
static Term leads_to_own(Deadlocks *d, const WaitPath *path)
{
    Lowering *L = d->L;
    uint32_t n = d->count;
    Term *now = run_alloc(L->run, n * sizeof *now), *next = run_alloc(L->run, n * sizeof *next);
    for (uint32_t r = 0; r < n; r++)
        now[r] = term_bool(L->tm, r == path->first);
    for (uint32_t round = 1; round < n; round++) {
        for (uint32_t b = 0; b < n; b++) {
            run_poll(L->run); /* locks of a large array may all be taken in any order */
            next[b] = now[b];
            for (uint32_t i = 0; i < n * KINDS; i++) {
                uint32_t a = i / KINDS;
                unsigned kind = i % KINDS;
                if (is_wait_followed(d, a, b, kind))
                    next[b] = term_or(L->tm, next[b], term_and(L->tm, now[a], follows(d, a, b, kind)));
            }
        }
        for (uint32_t r = 0; r < n; r++)
            now[r] = next[r];
    }
    Term all = term_bool(L->tm, false);
    for (uint32_t r = 0; r < n; r++)
        if (path_may_hold(d, path, r))
            all = term_or(L->tm, all, term_and(L->tm, now[r], lock_order_own(&d->order, r, path->thread)));
    run_release(L->run, now);
    run_release(L->run, next);
    return all;
}

static void add_circles(Deadlocks *d, const Wait *w, uint32_t target)
{
    Lowering *L = d->L;
    WaitPath path = {.wait = w, .thread = L->program->locs.data[w->loc.i].template, .first = target};
    path.is_on = run_alloc(L->run, d->count * sizeof *path.is_on);
    walk_circle(d, &path, target, TERM_NONE, "");
    if (path.count <= PATHS) {
        path.count = 0;
        walk_circle(d, &path, target, w->blocked, "");
    } else {
        const char *what = run_format(L->run,
                                      "deadlock: this thread waits for %s, and a chain of threads that wait for "
                                      "each other leads back to what it holds",
                                      resource_words(d, target));
        for (uint32_t r = 0; r < d->count; r++)
            path.is_on[r] = true;
        add_deadlock(d, w, term_and(L->tm, w->blocked, leads_to_own(d, &path)), what, path.is_on);
    }
    run_release(L->run, path.is_on);
}

/* ---- waits ---- */

/* What a thread that waits says of all that it holds, and what it takes back. */
static uint32_t collect_wait_assigns(Deadlocks *d, const Wait *w, uint32_t target, Assign *arrive, Assign *leave)
{
    Lowering *L = d->L;
    TemplateId thread = L->program->locs.data[w->loc.i].template;
    uint32_t n = 0;
    for (uint32_t a = 0; a < d->count; a++) {
        if (!is_wait_followed(d, a, target, w->kind) || !lock_order_may_hold(&d->order, a, w->loc)) continue;
        VarId var = waits_var(d, a, target, w->kind);
        Term now = var_term(L, var), own = lock_order_own(&d->order, a, thread);
        bool is_count = is_counted_lock(d, a);
        Term one = is_count ? term_ite(L->tm, own, term_int(L->tm, 1), term_int(L->tm, 0)) : TERM_NONE;
        arrive[n] = (Assign){var, is_count ? term_add(L->tm, now, one) : term_or(L->tm, now, own)};
        leave[n] = (Assign){var, is_count ? term_sub(L->tm, now, one) : term_and(L->tm, now, term_not(L->tm, own))};
        n++;
    }
    return n;
}

/* The location beside the call. */
static void add_arrival(Deadlocks *d, const Wait *w, uint32_t target)
{
    Lowering *L = d->L;
    Assign *arrive = run_alloc(L->run, (d->count + 1) * sizeof *arrive);
    Assign *leave = run_alloc(L->run, (d->count + 1) * sizeof *leave);
    uint32_t count = collect_wait_assigns(d, w, target, arrive, leave);
    if (count > 0) {
        Thread *t = L->threads.data[L->program->locs.data[w->loc.i].template.i];
        L->pos = w->pos;
        LocId beside = loc_make(L, t, "waits", false);
        Edge edge = edge_make(w->loc, beside, w->pos);
        edge.guard = w->blocked;
        edge.assigns = arrive;
        edge.assign_count = count;
        edge.waits = resource_words(d, target);
        edge.waits_lock = lock_variable(d, w);
        edge.text = run_format(L->run, "(waits for %s)", edge.waits);
        EdgeId arrival = program_add_edge(L->program, &edge);
        if (w->edges.count) origin_arrive(L, arrival, w->edges.data[0]);
        for (uint32_t i = 0; i < w->edges.count; i++)
            origin_leave(L, add_extended_edge(d, w->edges.data[i], beside, leave, count), w->edges.data[i]);
    }
    run_release(L->run, arrive);
    run_release(L->run, leave);
}

/* Everything that the thread may hold where the join of a thread that is not known may close a circle. */
static Term held_for_anybody(Deadlocks *d, const Wait *w)
{
    Lowering *L = d->L;
    TemplateId thread = L->program->locs.data[w->loc.i].template;
    Term held = term_bool(L->tm, false);
    for (uint32_t a = 0; a < d->count; a++)
        if (lock_order_may_hold(&d->order, a, w->loc) && lock_order_is_cyclic(&d->order, a, d->count - 1, w->kind))
            held = term_or(L->tm, held, lock_order_own(&d->order, a, thread));
    return held;
}

static void add_wait_in_circle(Deadlocks *d, const Wait *w)
{
    Lowering *L = d->L;
    uint32_t target = lock_order_target(&d->order, w);
    if (target + 1 == d->count) {
        Term guard = term_and(L->tm, w->blocked, held_for_anybody(d, w));
        if (!term_is_false(L->tm, guard)) tagged_want_rounds(L);
        const char *why = run_format(
            L->run, "a thread that is not known is joined where it may wait for the one that joins it%s", w->why);
        add_deadlock_limit(d, w->loc, guard, why, w->pos);
        return;
    }
    if (L->program->locs.data[w->loc.i].atomic) {
        add_deadlock_limit(d, w->loc, w->blocked, "a lock is waited for inside an atomic section", w->pos);
        return;
    }
    if (d->lost[target].i != NO_ID) {
        bool *held = run_alloc(L->run, d->count * sizeof *held);
        held[target] = true;
        add_deadlock(d, w, term_and(L->tm, w->blocked, var_term(L, d->lost[target])),
                     run_format(L->run, "deadlock: this thread waits for %s, which a thread held when it ended",
                                resource_words(d, target)),
                     held);
        run_release(L->run, held);
    }
    add_circles(d, w, target);
    add_arrival(d, w, target);
}

/* ---- threads that end with locks ---- */

static bool ends_holding(const Deadlocks *d, const Thread *t, uint32_t r)
{
    return t->has_end && lock_cell(d, r) && is_shared_resource(d, r) && lock_order_may_hold(&d->order, r, t->end);
}

static void add_lost_variables(Deadlocks *d)
{
    Lowering *L = d->L;
    d->lost = run_alloc(L->run, (d->count + 1) * sizeof *d->lost);
    for (uint32_t r = 0; r < d->count; r++) {
        d->lost[r] = (VarId){NO_ID};
        bool any = false;
        for (uint32_t t = 0; t < L->threads.count; t++)
            any |= ends_holding(d, L->threads.data[t], r);
        if (any)
            d->lost[r] = add_waiting_variable(d, run_format(L->run, "%s.lost", d->order.resources.data[r].name), false);
    }
}

/* A step at the end, for what is still held; what follows the end (those who join are told) is done after it, too. */
static void add_end_holding(Deadlocks *d, Thread *t)
{
    Lowering *L = d->L;
    Assign *assigns = run_alloc(L->run, (d->count + 1) * sizeof *assigns);
    uint32_t count = 0;
    Term any = term_bool(L->tm, false);
    for (uint32_t r = 0; r < d->count; r++) {
        if (!ends_holding(d, t, r)) continue;
        Term own = lock_order_own(&d->order, r, t->id);
        assigns[count++] = (Assign){d->lost[r], term_or(L->tm, var_term(L, d->lost[r]), own)};
        any = term_or(L->tm, any, own);
    }
    if (count > 0) {
        SourcePos pos = sources_pos(L->sources, t->function);
        uint32_t edge_count = L->program->edges.count;
        LocId after = program_add_loc(L->program, t->id, "end_with_lock", false, pos);
        for (uint32_t i = 0; i < edge_count; i++)
            if (L->program->edges.data[i].from.i == t->end.i) add_extended_edge(d, (EdgeId){i}, after, NULL, 0);
        Edge edge = edge_make(t->end, after, pos);
        edge.guard = any;
        edge.assigns = assigns;
        edge.assign_count = count;
        edge.text = "end of thread, which holds locks";
        program_add_edge(L->program, &edge);
    }
    run_release(L->run, assigns);
}

/* ---- all ---- */

static void add_releases(Deadlocks *d)
{
    Lowering *L = d->L;
    for (uint32_t i = 0; i < L->waits.releases.count; i++) {
        const Release r = L->waits.releases.data[i];
        for (uint32_t k = 0; k < d->count; k++) {
            if (!lock_cell(d, k) || d->order.resources.data[k].id != r.cell) continue;
            Term own = lock_order_own(&d->order, k, L->program->locs.data[r.loc.i].template);
            add_deadlock_limit(d, r.loc, term_and(L->tm, r.frees, term_not(L->tm, own)),
                               "a lock is given back by a thread that does not hold it", r.pos);
        }
    }
}

static void find_handed(Deadlocks *d)
{
    d->handed = run_alloc(d->L->run, (d->count + 1) * sizeof *d->handed);
    for (uint32_t i = 0; i < d->L->waits.releases.count; i++) {
        const Release *r = &d->L->waits.releases.data[i];
        for (uint32_t k = 0; k < d->count; k++)
            if (lock_cell(d, k) && d->order.resources.data[k].id == r->cell && d->order.reached[r->loc.i] &&
                !r->is_initial)
                d->handed[k] |= !lock_order_may_hold(&d->order, k, r->loc);
    }
}

void deadlock_resolve(Lowering *L)
{
    if (!waits_are_asked(L)) return;
    owned_restrict(L);
    holds_resolve(L);
    stuck_resolve(L);
    Deadlocks d = {.L = L};
    lock_order_make(L, &d.order);
    d.count = d.order.resources.count;
    SourcePos pos = L->pos;
    find_handed(&d);
    add_waits_variables(&d);
    add_lost_variables(&d);
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        add_wait_in_circle(&d, &L->waits.list.data[i]);
    for (uint32_t i = 0; i < L->threads.count; i++)
        add_end_holding(&d, L->threads.data[i]);
    add_releases(&d);
    L->pos = pos;
    run_release(L->run, d.waits);
    run_release(L->run, d.lost);
    run_release(L->run, d.handed);
    lock_order_clear(&d.order);
    holds_resolve(L);
}
