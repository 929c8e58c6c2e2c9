/* In which order the threads of one run take locks (Havelund, "Using Runtime Analysis to Guide Model Checking of Java
 * Programs", SPIN 2000; Agarwal and Stoller, "Run-time detection of potential deadlocks", PADTAD 2006): a dependency is
 * a thread that takes a lock while it holds another. Dependencies of different threads in a circle, with no lock that
 * two of them hold (a gate), are a deadlock that another run may have. */
#ifndef CHORUS_ENGINES_DYNAMIC_ORDER_H
#define CHORUS_ENGINES_DYNAMIC_ORDER_H

#include "base/vec.h"

typedef VEC(uint32_t) LockList;

typedef struct Dependency {
    uint32_t thread;
    uint32_t held, taken; /* locks */
    uint32_t before;      /* so many locks the thread took before the held one */
    LockList gates;       /* what else it holds */
} Dependency;

typedef struct LockGraph {
    Run *run;
    VEC(LockList) held;   /* by thread */
    VEC(LockList) before; /* likewise: of each of these, what Dependency.before is */
    VEC(uint32_t) taken;  /* by thread: how many so far */
    VEC(Dependency) dependencies;
} LockGraph;

#define CIRCLE_MOST 4

/* Indices of dependencies: each takes what the next holds, the last what the first holds. */
typedef struct Circle {
    uint32_t dependencies[CIRCLE_MOST];
    uint32_t count;
} Circle;

/* Nothing is held. */
void order_start(LockGraph *g);
void order_take(LockGraph *g, uint32_t thread, uint32_t lock);
/* Whoever holds it. */
void order_give(LockGraph *g, uint32_t thread, uint32_t lock);
uint32_t order_taken(const LockGraph *g, uint32_t thread); /* how many locks it took so far */
bool order_holds(const LockGraph *g, uint32_t thread, uint32_t lock);
/* Calls fn for each circle, once, until it returns false. */
void order_for_each_circle(const LockGraph *g, bool (*fn)(void *arg, const Circle *circle), void *arg);
void order_free(LockGraph *g);

#endif
