/* The order in which threads wait for resources while they hold others, as far as control flow tells: the static part
 * of the search for deadlocks (deadlock.h).
 *
 * A resource is a lock that some call may wait for, or a thread that some join may wait for, held by itself until it
 * ends. One more, `anybody`, is what the join of a thread that is not known waits for: every thread whose name others
 * may know holds it.
 *
 * All of this errs towards more: a thread may hold a resource at a location when some way there, whatever the values,
 * takes it and does not give it back; there is an edge from a to b when a thread may wait for b where it may hold a. So
 * without a cycle of such edges no threads wait for each other in a circle. It would be unsound to forget a way to hold
 * or to wait: a lock that is handed over (taken by one thread, given back by another) is one, which is why deadlock.c
 * makes limits of calls that give back what others hold. */
#ifndef CHORUS_C_EXACT_THREADS_LOCK_ORDER_H
#define CHORUS_C_EXACT_THREADS_LOCK_ORDER_H

#include "c/exact/model/state.h"

typedef struct Resource {
    enum { RESOURCE_LOCK, RESOURCE_THREAD, RESOURCE_ANYBODY } kind;
    uint32_t id; /* of the cell; index in L->waits.endings */
    const char *name;
} Resource;

typedef struct LockOrder {
    Lowering *L;
    VEC(Resource) resources; /* the last one is `anybody` */
    bool *may;               /* may[r * locations + l]: a thread at l may hold r */
    bool *reached;           /* by location */
    uint8_t *edges;          /* edges[a * resources + b]: bit k: by a wait of kind k (see Wait) */
    bool *leads;             /* leads[a * resources + b]: edges lead from a to b */
    uint32_t loc_count;
} LockOrder;

void lock_order_make(Lowering *L, LockOrder *o);
void lock_order_clear(LockOrder *o);
/* What the wait is for. */
uint32_t lock_order_target(const LockOrder *o, const Wait *w);
bool lock_order_may_hold(const LockOrder *o, uint32_t resource, LocId loc);
/* Whether a wait of the kind for b by who holds a may close a circle. */
bool lock_order_is_cyclic(const LockOrder *o, uint32_t a, uint32_t b, unsigned kind);
/* In a thread of the template: it holds the resource. False when it never does. */
Term lock_order_own(const LockOrder *o, uint32_t resource, TemplateId thread);

#endif
