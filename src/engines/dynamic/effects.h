/* What steps do to locks, to other things that threads wait for, and to memory: what detectors are told. */
#ifndef CHORUS_ENGINES_DYNAMIC_EFFECTS_H
#define CHORUS_ENGINES_DYNAMIC_EFFECTS_H

#include "base/intern.h"
#include "engines/dynamic/clocks.h"
#include "engines/dynamic/executor.h"
#include "engines/dynamic/order.h"

/* A shared variable that is no memory of the program, or an element of it, is read (acquires) or written (releases). */
typedef struct SyncEffect {
    uint32_t object; /* VarId.i */
    CodeId index;    /* 0: none */
    bool acquires, releases;
} SyncEffect;

/* A lock of the thread library gets another value. */
typedef struct LockEffect {
    uint32_t name; /* the same for the parts of a read-write lock */
    VarId var;
    CodeId index, value; /* index 0: no array */
} LockEffect;

typedef struct AccessEffect {
    const Access *access;
    CodeId index, condition; /* 0: none */
} AccessEffect;

typedef struct EdgeEffects {
    uint32_t sync, locks, accesses; /* where they begin; one more edge at the end */
} EdgeEffects;

typedef struct StepEffects {
    Executor *x;
    EdgeEffects *edges;
    VEC(SyncEffect) sync;
    VEC(LockEffect) locks;
    VEC(AccessEffect) accesses;
    Intern names;    /* of locks, by pointer */
    Intern lock_ids; /* by name and index */
} StepEffects;

/* accessing: the program with accesses, whose edges have the same numbers; NULL: races are not asked. */
StepEffects *effects_new(Executor *x, const Program *accessing);
void effects_free(StepEffects *f);
/* What the step that the thread is about to take does to locks. */
void effects_order(StepEffects *f, LockGraph *g, uint32_t thread, EdgeId edge);
/* Does it take a lock? The first one that it does. */
bool effects_takes(StepEffects *f, uint32_t thread, EdgeId edge, uint32_t *lock);

/* Happens-before while a run goes. */
typedef struct Observer {
    StepEffects *f;
    Clocks *clocks;
    VEC(Touch) pending; /* by thread: an atomic access that is made with its next step; bytes 0: none */
} Observer;

void observer_start(Observer *o);
void observer_see(Observer *o, uint32_t thread, EdgeId edge);

#endif
