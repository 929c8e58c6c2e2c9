#include "kernel/kinds/concrete/persistent.h"

#include <string.h>

#include "base/check.h"
#include "kernel/kinds/concrete/letters.h"

typedef struct ThreadChoice {
    Explorer *x;
    const Possible *possible;
    uint32_t count;
    bool *in, *moves; /* per thread: in the set; outside of it and may move before those in it */
} ThreadChoice;

/* Who may move before any thread of the set does. */
static void find_movers(ThreadChoice *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        c->moves[i] = !c->in[i] && c->possible[i] != POSSIBLE_NO;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->count; i++) {
            if (c->in[i] || c->moves[i]) continue;
            for (uint32_t k = 0; k < c->count && !c->moves[i]; k++)
                c->moves[i] = c->moves[k] && letters_may_enable(c->x, k, i);
            changed |= c->moves[i];
        }
    }
}

/* Adds a thread that the set depends on. False: there is none. */
static bool grow_persistent_set(ThreadChoice *c)
{
    find_movers(c);
    for (uint32_t k = 0; k < c->count; k++)
        for (uint32_t i = 0; i < c->count && c->moves[k]; i++)
            if (c->in[i] && letters_depend(c->x, i, k)) return c->in[k] = true;
    return false;
}

/* The set that the thread is in: closed, no step of it may stop others, and somebody outside can move. */
static uint32_t close(ThreadChoice *c, uint32_t seed)
{
    memset(c->in, 0, c->count);
    c->in[seed] = true;
    while (grow_persistent_set(c))
        ;
    uint32_t able = 0;
    bool outside = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->in[i] && letters_may_stop(c->x, i)) return UINT32_MAX;
        able += c->in[i] && c->possible[i] != POSSIBLE_NO;
        outside |= !c->in[i] && c->possible[i] != POSSIBLE_NO;
    }
    return outside ? able : UINT32_MAX;
}

bool persistent_choose(Explorer *x, const Possible *possible, bool *in)
{
    uint32_t count = x->at.threads.count, least = UINT32_MAX;
    bool *sets = run_alloc(x->k->run, 2 * (size_t)count + 1);
    ThreadChoice c = {x, possible, count, sets, sets + count};
    for (uint32_t i = 0; i < count && least > 1; i++) {
        if (possible[i] != POSSIBLE_YES) continue;
        uint32_t size = close(&c, i);
        if (size >= least) continue;
        least = size;
        memcpy(in, c.in, count);
    }
    run_release(x->k->run, sets);
    return least != UINT32_MAX;
}
