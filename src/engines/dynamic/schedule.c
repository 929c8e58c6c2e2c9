#include "engines/dynamic/schedule.h"

#include "base/check.h"
#include "base/vec.h"

#define ATTEMPTS 8     /* values that are tried where a step needs some */
#define ROUND_MOST 500 /* steps of one thread, then another gets its turn: it may wait for that in a loop */

/* ---- moves ---- */

static bool is_certain(const Edge *e) { return !e->approximate || e->action; }

static void list_edges(const Program *p, uint32_t first_monitor, bool errors, uint32_t *starts, uint32_t *edges)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        starts[l] = count;
        for (uint32_t k = 0; k < program_out_count(p, (LocId){l}); k++) {
            uint32_t edge = p->out_edges[p->out_start[l] + k];
            const Edge *e = &p->edges.data[edge];
            if (edge < first_monitor && e->is_error == errors && is_certain(e)) edges[count++] = edge;
        }
    }
    starts[p->locs.count] = count;
}

Moves *moves_new(const Program *p, uint32_t first_monitor)
{
    Moves *m = run_alloc(p->run, sizeof *m);
    m->p = p;
    m->starts = run_alloc(p->run, (p->locs.count + 1) * sizeof *m->starts);
    m->error_starts = run_alloc(p->run, (p->locs.count + 1) * sizeof *m->error_starts);
    m->edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *m->edges);
    m->errors = run_alloc(p->run, (p->edges.count + 1) * sizeof *m->errors);
    m->is_wait = run_alloc(p->run, p->locs.count + 1);
    list_edges(p, first_monitor, false, m->starts, m->edges);
    list_edges(p, first_monitor, true, m->error_starts, m->errors);
    for (uint32_t l = 0; l < p->locs.count; l++)
        for (uint32_t k = m->error_starts[l]; k < m->error_starts[l + 1]; k++)
            m->is_wait[l] |= p->edges.data[m->errors[k]].property == PROPERTY_NO_DEADLOCK;
    return m;
}

void moves_free(Moves *m)
{
    Run *run = m->p->run;
    run_release(run, m->starts);
    run_release(run, m->error_starts);
    run_release(run, m->edges);
    run_release(run, m->errors);
    run_release(run, m->is_wait);
    run_release(run, m);
}

/* ---- a run ---- */

typedef enum Moved { MOVED, IS_STUCK, IS_HELD, IS_LET_GO, HAS_FAILED, IS_OVER } Moved;

typedef struct Scheduling {
    Executor *x;
    const Moves *moves;
    const Schedule *how;
    const Watcher *watcher;
    Rng rng;
    VEC(bool) held;
    bool lets_go;         /* nobody is held back any more */
    uint32_t held_since;  /* step */
    uint32_t last, round; /* who moved last, and how often without a break */
} Scheduling;

static LocId loc_of(const Scheduling *s, uint32_t thread) { return s->x->threads.data[thread].loc; }

static bool try_inputs(Scheduling *s, uint32_t thread, EdgeId edge)
{
    uint32_t attempts = machine_input_count(&s->x->in->machine, edge) ? ATTEMPTS : 1;
    for (uint32_t i = 0; i < attempts; i++)
        if (executor_may_take(s->x, thread, edge, i)) return true;
    return false;
}

static bool take_error(Scheduling *s, uint32_t thread)
{
    uint32_t l = loc_of(s, thread).i;
    for (uint32_t i = s->moves->error_starts[l]; i < s->moves->error_starts[l + 1]; i++) {
        EdgeId edge = {s->moves->errors[i]};
        if (try_inputs(s, thread, edge) && executor_take(s->x, thread, edge)) return true;
    }
    return false;
}

static Moved take(Scheduling *s, uint32_t thread, EdgeId edge, bool is_forced)
{
    Held held =
        s->watcher->before ? s->watcher->before(s->watcher->arg, thread, edge, is_forced || s->lets_go) : GOES_ON;
    switch (held) {
    case GOES_ON: break;
    case HELD_BACK: return IS_HELD;
    case HELD_NO_MORE: vec_clear(&s->held); return MOVED;
    case ALL_LET_GO: return IS_LET_GO;
    case HAS_MOVED: return MOVED;
    case IS_AT_ERROR: return HAS_FAILED;
    }
    return executor_take(s->x, thread, edge) ? MOVED : IS_OVER;
}

/* Which of several edges comes first depends on the thread and its own steps, as values do. */
static Moved move(Scheduling *s, uint32_t thread, bool is_forced)
{
    if (take_error(s, thread)) return HAS_FAILED;
    uint32_t l = loc_of(s, thread).i, from = s->moves->starts[l], count = s->moves->starts[l + 1] - from, first = 0;
    if (count > 1) {
        Rng rng = {s->how->seed ^ ((uint64_t)thread << 40) ^ s->x->threads.data[thread].steps};
        first = rng_below(&rng, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        EdgeId edge = {s->moves->edges[from + (first + i) % count]};
        if (try_inputs(s, thread, edge)) return take(s, thread, edge, is_forced);
    }
    return IS_STUCK;
}

static void hold(Scheduling *s, uint32_t thread)
{
    if (s->held.count <= thread) vec_resize(s->x->run, &s->held, thread + 1);
    s->held.data[thread] = true;
    s->held_since = s->x->log.count;
}

static bool is_held(const Scheduling *s, uint32_t thread) { return thread < s->held.count && s->held.data[thread]; }

/* One of those who are held back, or NO_ID. */
static uint32_t let_one_go(Scheduling *s)
{
    uint32_t found = NO_ID, seen = 0;
    for (uint32_t i = 0; i < s->held.count; i++)
        if (s->held.data[i] && rng_below(&s->rng, ++seen) == 0) found = i;
    if (found != NO_ID) s->held.data[found] = false;
    s->held_since = s->x->log.count;
    return found;
}

static void choose(Scheduling *s)
{
    bool is_due = s->how->stick && rng_below(&s->rng, s->how->stick) == 0;
    if (!is_due && s->round < ROUND_MOST) return;
    s->last = rng_below(&s->rng, s->x->threads.count);
    s->round = 0;
}

#define RANKS 3

/* Those of a higher rank move when nobody of a lower one can. */
static uint32_t rank_of(const Scheduling *s, uint32_t thread)
{
    if (s->how->focus && thread > s->how->focus) return 2;
    return s->how->is_lazy && s->moves->is_wait[loc_of(s, thread).i];
}

static Moved move_of_rank(Scheduling *s, uint32_t rank)
{
    uint32_t count = s->x->threads.count, first = s->how->stick ? rng_below(&s->rng, count) : s->last;
    for (uint32_t i = 0; i <= count; i++) { /* the chosen one, then all from another on */
        uint32_t thread = i ? (first + i) % count : s->last;
        if (rank_of(s, thread) != rank || is_held(s, thread) || (i && thread == s->last)) continue;
        Moved moved = move(s, thread, false);
        if (moved == IS_HELD) hold(s, thread);
        if (moved == IS_STUCK || moved == IS_HELD) continue;
        s->round = thread == s->last ? s->round + 1 : 0;
        s->last = thread;
        return moved;
    }
    return IS_STUCK;
}

static Moved move_one(Scheduling *s)
{
    Moved moved = IS_STUCK;
    for (uint32_t rank = 0; rank < RANKS && moved == IS_STUCK; rank++)
        moved = move_of_rank(s, rank);
    return moved;
}

static void let_all_go(Scheduling *s)
{
    s->lets_go = true;
    vec_clear(&s->held);
}

/* Moves somebody; with patience at its end, or when all others are stuck, one who was held back. */
static Moved advance(Scheduling *s)
{
    bool is_impatient = s->held.count && s->x->log.count - s->held_since > s->how->patience;
    choose(s);
    Moved moved = is_impatient ? IS_STUCK : move_one(s);
    if (moved == IS_STUCK) {
        uint32_t thread = let_one_go(s);
        if (thread == NO_ID) return is_impatient ? MOVED : IS_OVER;
        moved = move(s, thread, true);
        if (moved == IS_STUCK || moved == IS_HELD) moved = MOVED; /* later */
    }
    if (moved == IS_LET_GO) let_all_go(s);
    return moved == IS_LET_GO ? MOVED : moved;
}

bool schedule_run(Executor *x, const Moves *moves, const Schedule *schedule, const Watcher *watcher)
{
    Scheduling s = {.x = x,
                    .moves = moves,
                    .how = schedule,
                    .watcher = watcher,
                    .rng = {schedule->seed ^ schedule->choices << 32 ^ schedule->choices}};
    Moved moved = MOVED;
    executor_start(x, schedule->seed, schedule->threads);
    if (watcher->start) watcher->start(watcher->arg);
    for (uint32_t rounds = 0; moved == MOVED && x->threads.count && rounds < 2 * schedule->steps; rounds++) {
        run_poll(x->run);
        if (x->log.count >= schedule->steps) break;
        moved = advance(&s);
    }
    vec_free(x->run, &s.held);
    return moved == HAS_FAILED;
}
