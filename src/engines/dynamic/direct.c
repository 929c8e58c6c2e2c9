#include "engines/dynamic/direct.h"

#include "base/check.h"

#define ANNOUNCED_MOST 4 /* variables that an announcement assigns */

/* ---- races ---- */

static bool fail_at(Executor *x, uint32_t first_monitor, uint32_t thread)
{
    LocId loc = x->threads.data[thread].loc;
    for (uint32_t k = 0; k < program_out_count(x->p, loc); k++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[loc.i] + k]};
        bool is_race = edge.i >= first_monitor && x->p->edges.data[edge.i].is_error;
        if (is_race && executor_may_take(x, thread, edge, 0) && executor_take(x, thread, edge)) return true;
    }
    return false;
}

static bool announces(const Executor *x, uint32_t first_monitor, EdgeId edge)
{
    return edge.i >= first_monitor && !x->p->edges.data[edge.i].is_error;
}

static bool announce_and_fail(Executor *x, uint32_t first_monitor, uint32_t one, uint32_t other, EdgeId edge)
{
    const Edge *e = &x->p->edges.data[edge.i];
    uint64_t before[ANNOUNCED_MOST];
    if (e->assign_count > ANNOUNCED_MOST || !executor_may_take(x, one, edge, 0)) return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        before[i] = x->shared.scalars[e->assigns[i].var.i];
    if (!executor_take(x, one, edge)) return false;
    if (fail_at(x, first_monitor, other)) return true;
    executor_take_back(x, before);
    return false;
}

bool direct_race(Executor *x, uint32_t first_monitor, uint32_t one, uint32_t other)
{
    LocId loc = x->threads.data[one].loc;
    for (uint32_t k = 0; k < program_out_count(x->p, loc); k++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[loc.i] + k]};
        if (announces(x, first_monitor, edge) && announce_and_fail(x, first_monitor, one, other, edge)) return true;
    }
    return false;
}

typedef struct RaceWatch {
    Executor *x;
    uint32_t first_monitor;
    RacePair pair;
    VEC(uint32_t) held; /* threads that were held back, most of them still where they were */
    int outside;        /* which side of the pair is in no atomic section, if the other is in one; -1: both or none */
    uint32_t skipped;   /* arrivals there that are still to be passed over */
    bool has_announced;
} RaceWatch;

static bool is_at(const RaceWatch *w, uint32_t thread, int side)
{
    return w->x->threads.data[thread].loc.i == w->x->p->edges.data[w->pair.edges[side].i].from.i;
}

static bool race_with_held(RaceWatch *w, uint32_t thread)
{
    for (uint32_t i = 0; i < w->held.count; i++) {
        uint32_t other = w->held.data[i];
        if (other == thread || (!is_at(w, other, 0) && !is_at(w, other, 1))) continue;
        if (direct_race(w->x, w->first_monitor, other, thread)) return true;
        if (direct_race(w->x, w->first_monitor, thread, other)) return true;
    }
    return false;
}

static bool announce_for_good(RaceWatch *w, uint32_t thread)
{
    Executor *x = w->x;
    LocId loc = x->threads.data[thread].loc;
    for (uint32_t k = 0; k < program_out_count(x->p, loc); k++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[loc.i] + k]};
        if (!announces(x, w->first_monitor, edge) || !executor_may_take(x, thread, edge, 0)) continue;
        if (executor_take(x, thread, edge)) return true;
    }
    return false;
}

/* While one thread is in an atomic section no other announces an access: it has to be done before, on suspicion. */
static Held announce_outside(RaceWatch *w, uint32_t thread, EdgeId edge)
{
    bool is_outside = edge.i == w->pair.edges[w->outside].i;
    if (!is_outside && edge.i != w->pair.edges[1 - w->outside].i) return GOES_ON;
    if (w->has_announced) return fail_at(w->x, w->first_monitor, thread) ? IS_AT_ERROR : GOES_ON;
    if (!is_outside || (w->skipped && w->skipped--)) return GOES_ON;
    w->has_announced = announce_for_good(w, thread);
    return w->has_announced ? HAS_MOVED : GOES_ON;
}

static Held hold_before_access(void *arg, uint32_t thread, EdgeId edge, bool is_forced)
{
    RaceWatch *w = arg;
    if (w->outside >= 0) return announce_outside(w, thread, edge);
    if (edge.i != w->pair.edges[0].i && edge.i != w->pair.edges[1].i) return GOES_ON;
    if (race_with_held(w, thread)) return IS_AT_ERROR;
    if (is_forced) return GOES_ON;
    bool is_known = false;
    for (uint32_t i = 0; i < w->held.count; i++)
        is_known |= w->held.data[i] == thread;
    if (!is_known) vec_push(w->x->run, &w->held, thread);
    return HELD_BACK;
}

static bool is_in_section(const Executor *x, EdgeId edge)
{
    return x->p->locs.data[x->p->edges.data[edge.i].from.i].atomic;
}

bool direct_to_race(Executor *x, const Moves *moves, uint32_t first_monitor, RacePair pair, const Schedule *schedule)
{
    RaceWatch watch = {.x = x, .first_monitor = first_monitor, .pair = pair, .skipped = (uint32_t)schedule->choices};
    bool first = is_in_section(x, pair.edges[0]), second = is_in_section(x, pair.edges[1]);
    watch.outside = first == second ? -1 : first;
    Watcher watcher = {hold_before_access, NULL, &watch};
    bool failed = schedule_run(x, moves, schedule, &watcher);
    vec_free(x->run, &watch.held);
    return failed;
}

/* ---- circles of locks ---- */

typedef struct CircleWatch {
    StepEffects *f;
    LockGraph *locks; /* who holds what */
    const LockGraph *found;
    const Circle *circle;
    uint32_t waits[CIRCLE_MOST]; /* the thread that is held back for each dependency; NO_ID: none yet */
    bool gathers;                /* threads are held back before they take their first locks, until all have come */
    bool has_come[CIRCLE_MOST];
} CircleWatch;

static void start_circle(void *arg)
{
    CircleWatch *w = arg;
    order_start(w->locks);
    for (uint32_t i = 0; i < CIRCLE_MOST; i++)
        w->waits[i] = NO_ID;
}

/* Whoever has a lock of the circle may be in the way of others that have far to go: so all come to where they take
 * their first one, which each finds by counting, before any takes it. */
static Held gather(CircleWatch *w, uint32_t thread)
{
    bool is_one = false, all = true;
    for (uint32_t i = 0; i < w->circle->count; i++) {
        const Dependency *d = &w->found->dependencies.data[w->circle->dependencies[i]];
        bool is_here = d->thread == thread && order_taken(w->locks, thread) == d->before;
        is_one |= is_here;
        w->has_come[i] |= is_here;
        all &= w->has_come[i];
    }
    if (!is_one) return GOES_ON;
    w->gathers = !all;
    return all ? HELD_NO_MORE : HELD_BACK;
}

/* Which dependency the thread makes with the lock; NO_ID: none. */
static uint32_t dependency_of(const CircleWatch *w, uint32_t thread, uint32_t lock)
{
    for (uint32_t i = 0; i < w->circle->count; i++) {
        const Dependency *d = &w->found->dependencies.data[w->circle->dependencies[i]];
        bool is_free = w->waits[i] == NO_ID || w->waits[i] == thread;
        if (is_free && d->taken == lock && order_holds(w->locks, thread, d->held)) return i;
    }
    return NO_ID;
}

static bool is_closed(const CircleWatch *w)
{
    for (uint32_t i = 0; i < w->circle->count; i++)
        if (w->waits[i] == NO_ID) return false;
    return true;
}

static Held hold_with_first_lock(void *arg, uint32_t thread, EdgeId edge, bool is_forced)
{
    CircleWatch *w = arg;
    uint32_t lock, i = NO_ID;
    bool takes = !is_forced && effects_takes(w->f, thread, edge, &lock);
    if (is_forced) w->gathers = false; /* somebody does not come */
    if (takes && w->gathers) {
        Held held = gather(w, thread);
        if (held != GOES_ON) return held;
    }
    if (takes && !w->gathers) i = dependency_of(w, thread, lock);
    if (i != NO_ID) {
        w->waits[i] = thread;
        return is_closed(w) ? ALL_LET_GO : HELD_BACK;
    }
    for (i = 0; i < w->circle->count; i++) /* it was let go */
        if (w->waits[i] == thread) w->waits[i] = NO_ID;
    effects_order(w->f, w->locks, thread, edge);
    return GOES_ON;
}

bool direct_to_circle(StepEffects *f, const Moves *moves, LockGraph *locks, const Circle *circle,
                      const LockGraph *found, bool gathers, const Schedule *schedule)
{
    CircleWatch watch = {.f = f, .locks = locks, .found = found, .circle = circle, .gathers = gathers};
    Watcher watcher = {hold_with_first_lock, start_circle, &watch};
    return schedule_run(f->x, moves, schedule, &watcher);
}
