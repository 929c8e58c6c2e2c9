#include "lockstep/orders.h"

const char *order_name(OrderKind kind)
{
    static const char *const names[ORDER_KINDS] = {"lock", "pair", "sequence", "reverse"};
    return names[kind];
}

Order order_make(OrderKind kind, const Letters *l)
{
    uint32_t others = l->threads - 1;
    Order o = {kind, l->threads, 1};
    if (kind == ORDER_LOCK && others > 1) o.pointers = others;
    if (kind == ORDER_PAIR && others > 1) o.pointers = 2;
    return o;
}

/* Thread 0, which starts the others, comes first always. */
uint32_t order_rank(const Order *o, uint32_t pointer, uint32_t thread)
{
    uint32_t others = o->threads - 1;
    CHECK(pointer < o->pointers && thread < o->threads);
    if (!thread) return 0;
    switch (o->kind) {
    case ORDER_LOCK: return 1 + (thread - 1 + others - pointer) % others;
    case ORDER_PAIR: return !pointer ? thread : thread == 1 ? others : thread - 1;
    case ORDER_SEQUENCE: return thread;
    case ORDER_REVERSE: return o->threads - thread;
    }
    return thread;
}

uint32_t order_next(const Order *o, uint32_t pointer, const Letter *letter)
{
    if (!letter->closes_loop || !letter->thread || o->pointers == 1) return pointer;
    if (o->kind == ORDER_PAIR) return letter->thread == 1;
    return letter->thread % (o->threads - 1);
}
