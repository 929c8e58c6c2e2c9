#include "engines/dynamic/order.h"

#include "base/check.h"

#define DEPENDENCIES_MOST 256 /* more are not kept: circles among fewer say enough */

static void forget(LockGraph *g)
{
    for (uint32_t i = 0; i < g->held.count; i++)
        vec_clear(&g->held.data[i]);
    for (uint32_t i = 0; i < g->before.count; i++)
        vec_clear(&g->before.data[i]);
    vec_clear(&g->taken);
    for (uint32_t i = 0; i < g->dependencies.count; i++)
        vec_free(g->run, &g->dependencies.data[i].gates);
    vec_clear(&g->dependencies);
}

void order_start(LockGraph *g) { forget(g); }

void order_free(LockGraph *g)
{
    forget(g);
    for (uint32_t i = 0; i < g->held.count; i++)
        vec_free(g->run, &g->held.data[i]);
    for (uint32_t i = 0; i < g->before.count; i++)
        vec_free(g->run, &g->before.data[i]);
    vec_free(g->run, &g->held);
    vec_free(g->run, &g->before);
    vec_free(g->run, &g->taken);
    vec_free(g->run, &g->dependencies);
}

static bool has(const LockList *locks, uint32_t lock)
{
    for (uint32_t i = 0; i < locks->count; i++)
        if (locks->data[i] == lock) return true;
    return false;
}

uint32_t order_taken(const LockGraph *g, uint32_t thread)
{
    return thread < g->taken.count ? g->taken.data[thread] : 0;
}

bool order_holds(const LockGraph *g, uint32_t thread, uint32_t lock)
{
    return thread < g->held.count && has(&g->held.data[thread], lock);
}

/* Of what is known of the thread and the two locks, the fewest gates count. */
static void depend(LockGraph *g, uint32_t thread, uint32_t held, uint32_t before, uint32_t taken)
{
    const LockList *all = &g->held.data[thread];
    for (uint32_t i = 0; i < g->dependencies.count; i++) {
        Dependency *d = &g->dependencies.data[i];
        if (d->thread != thread || d->held != held || d->taken != taken) continue;
        uint32_t left = 0;
        for (uint32_t k = 0; k < d->gates.count; k++)
            if (has(all, d->gates.data[k])) d->gates.data[left++] = d->gates.data[k];
        d->gates.count = left;
        return;
    }
    if (g->dependencies.count >= DEPENDENCIES_MOST) return;
    Dependency d = {thread, held, taken, before, {NULL, 0, 0}};
    for (uint32_t k = 0; k < all->count; k++)
        if (all->data[k] != held && all->data[k] != taken) vec_push(g->run, &d.gates, all->data[k]);
    vec_push(g->run, &g->dependencies, d);
}

void order_take(LockGraph *g, uint32_t thread, uint32_t lock)
{
    if (g->held.count <= thread) vec_resize(g->run, &g->held, thread + 1);
    if (g->before.count <= thread) vec_resize(g->run, &g->before, thread + 1);
    if (g->taken.count <= thread) vec_resize(g->run, &g->taken, thread + 1);
    LockList *held = &g->held.data[thread];
    if (has(held, lock)) return;
    for (uint32_t i = 0; i < held->count; i++)
        depend(g, thread, held->data[i], g->before.data[thread].data[i], lock);
    vec_push(g->run, held, lock);
    vec_push(g->run, &g->before.data[thread], g->taken.data[thread]);
    g->taken.data[thread]++;
}

static bool take_out(LockGraph *g, uint32_t thread, uint32_t lock)
{
    LockList *locks = &g->held.data[thread], *before = &g->before.data[thread];
    for (uint32_t i = 0; i < locks->count; i++) {
        if (locks->data[i] != lock) continue;
        locks->data[i] = vec_last(locks);
        before->data[i] = vec_last(before);
        locks->count--;
        before->count--;
        return true;
    }
    return false;
}

void order_give(LockGraph *g, uint32_t thread, uint32_t lock)
{
    if (thread < g->held.count && take_out(g, thread, lock)) return;
    for (uint32_t i = 0; i < g->held.count; i++)
        if (take_out(g, i, lock)) return;
}

/* ---- circles ---- */

/* May the two be of one circle, at the same time? */
static bool are_apart(const Dependency *a, const Dependency *b)
{
    if (a->thread == b->thread || a->held == b->held) return false;
    if (has(&a->gates, b->held) || has(&b->gates, a->held)) return false;
    for (uint32_t i = 0; i < a->gates.count; i++)
        if (has(&b->gates, a->gates.data[i])) return false;
    return true;
}

/* The first one of a circle has the least number. */
static bool may_go_on(const LockGraph *g, const Circle *c, uint32_t next)
{
    const Dependency *d = &g->dependencies.data[next];
    const Dependency *last = &g->dependencies.data[c->dependencies[c->count - 1]];
    if (next <= c->dependencies[0] || last->taken != d->held) return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (!are_apart(&g->dependencies.data[c->dependencies[i]], d)) return false;
    return true;
}

static bool extend(const LockGraph *g, Circle *c, bool (*fn)(void *arg, const Circle *circle), void *arg)
{
    const Dependency *first = &g->dependencies.data[c->dependencies[0]];
    for (uint32_t next = c->dependencies[0] + 1; next < g->dependencies.count; next++) {
        if (!may_go_on(g, c, next)) continue;
        c->dependencies[c->count++] = next;
        bool closes = g->dependencies.data[next].taken == first->held;
        bool goes_on = closes ? fn(arg, c) : c->count == CIRCLE_MOST || extend(g, c, fn, arg);
        c->count--;
        if (!goes_on) return false;
    }
    return true;
}

void order_for_each_circle(const LockGraph *g, bool (*fn)(void *arg, const Circle *circle), void *arg)
{
    for (uint32_t i = 0; i < g->dependencies.count; i++) {
        Circle c = {{i}, 1};
        if (!extend(g, &c, fn, arg)) return;
    }
}
