#include "engines/symmpa/refine/concrete_first.h"

#include "base/check.h"

static uint32_t thread_location(const Concrete *c, const uint64_t *state, uint32_t thread)
{
    return place_of(c, state, thread).i;
}

static bool can_take_some_step(Concrete *c, const uint64_t *state, uint32_t thread)
{
    LocId loc = place_of(c, state, thread);
    for (uint32_t k = 0; k < program_out_count(c->p, loc); k++) {
        EdgeId e = {c->p->out_edges[c->p->out_start[loc.i] + k]};
        for (uint32_t choice = 0; choice < concrete_choices(c, e); choice++)
            if (concrete_is_enabled(c, state, thread, e, choice)) return true;
    }
    return false;
}

/* Who beside `chosen` can move before it does? All but those that cannot move now, and whose guards nobody changes
 * who can. */
static void find_active_threads(const Concrete *c, const Dependence *d, const uint64_t *state, uint32_t chosen,
                                const bool *moves, bool *active)
{
    uint32_t n = (uint32_t)state[STATE_THREADS];
    for (uint32_t i = 0; i < n; i++)
        active[i] = i != chosen && moves[i];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n && !active[i] && i != chosen; k++)
                if (active[k] && dependence_may_enable(d, thread_location(c, state, k), thread_location(c, state, i)))
                    active[i] = changed = true;
    }
}

/* A thread whose steps are independent of all that others can do before it moves; NO_ID: none. */
static uint32_t choose_first(Concrete *c, const Dependence *d, const uint64_t *state)
{
    uint32_t n = (uint32_t)state[STATE_THREADS];
    CHECK(n <= THREADS_MAX);
    bool moves[THREADS_MAX], active[THREADS_MAX];
    for (uint32_t i = 0; i < n; i++)
        moves[i] = can_take_some_step(c, state, i);
    for (uint32_t i = 0; i < n; i++) {
        if (!moves[i] || !d->quiet[thread_location(c, state, i)]) continue;
        find_active_threads(c, d, state, i, moves, active);
        bool free = true;
        for (uint32_t k = 0; k < n && free; k++)
            free = !active[k] || dependence_is_free(d, thread_location(c, state, i), thread_location(c, state, k));
        if (free) return i;
    }
    return NO_ID;
}

FirstThread concrete_first(Concrete *c, const Dependence *dependence, const uint64_t *state)
{
    FirstThread f = {.only = NO_ID};
    for (uint32_t t = 0; t < state[STATE_THREADS]; t++) {
        if (!c->p->locs.data[thread_location(c, state, t)].atomic) continue;
        f.is_stuck |= f.is_atomic;
        f.is_atomic = true;
        f.only = t;
    }
    if (!f.is_atomic) f.only = choose_first(c, dependence, state);
    return f;
}
