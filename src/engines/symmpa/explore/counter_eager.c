/* Partial-order reduction: the steps of an eager thread are independent of those of other threads, cannot be disabled
 * by them, and are never blocked: the moves of that thread are an ample set. A cycle of such steps starts threads, and
 * starting a thread changes the number of threads, which only grows: when that is at its bound, starts are no progress
 * any more, and nothing is eager that could go round without it. */
#include "engines/symmpa/explore/counter_eager.h"

#include "base/check.h"
#include "engines/symmpa/explore/counter_known.h"

static bool is_free(const CounterSearch *s, uint32_t local, uint32_t other)
{
    CHECK(s->oracle->is_free && s->oracle->may_enable); /* both, or none */
    return s->oracle->is_free(s->oracle->self, local, other);
}

/* Which threads beside one of group `chosen` can move before it does: all but those that have no move and whose guards
 * nobody changes who can. */
static void find_active_groups(CounterSearch *s, uint32_t chosen)
{
    uint32_t n = s->groups.count;
    CHECK(chosen < n);
    vec_resize(s->run, &s->active, n);
    for (uint32_t i = 0; i < n; i++) {
        const CounterGroup *g = &s->groups.data[i];
        s->active.data[i] = i == chosen ? g->count > 1 : counter_moves(s, s->shared, g->local).count > 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n && !s->active.data[i] && i != chosen; k++) {
                if (!s->active.data[k]) continue;
                if (!s->oracle->may_enable(s->oracle->self, s->groups.data[k].local, s->groups.data[i].local)) continue;
                s->active.data[i] = changed = true;
            }
    }
}

/* Are the steps of a thread of group `chosen` independent of all that others can do before it moves? First without
 * asking who can move. */
static bool is_independent(CounterSearch *s, uint32_t chosen)
{
    uint32_t local = s->groups.data[chosen].local, n = s->groups.count;
    if (!s->oracle->is_free) return true;
    if (s->groups.data[chosen].count > 1 && !is_free(s, local, local)) return false;
    bool free = true;
    for (uint32_t i = 0; i < n && free; i++)
        free = i == chosen || is_free(s, local, s->groups.data[i].local);
    if (free) return true;
    find_active_groups(s, chosen);
    for (uint32_t i = 0; i < n; i++)
        if (i != chosen && s->active.data[i] && !is_free(s, local, s->groups.data[i].local)) return false;
    return true;
}

uint32_t counter_choose_eager(CounterSearch *s)
{
    bool may_start = counter_may_start(s);
    for (uint32_t i = 0; i < s->groups.count; i++) {
        if (!counter_info(s, s->groups.data[i].local).eager || !is_independent(s, i)) continue;
        CounterRange moves = counter_moves(s, s->shared, s->groups.data[i].local);
        CHECK(moves.first + moves.count <= s->known_moves.count);
        if (!moves.count && s->oracle->is_free) continue;
        bool starts = false;
        for (uint32_t k = 0; k < moves.count; k++)
            starts |= s->known_moves.data[moves.first + k].move.child != NO_LOCAL;
        if (may_start || !starts) return s->groups.data[i].local;
    }
    return NO_LOCAL;
}
