/* What calls do with synchronisation objects, recorded while they are lowered: types only. */
#ifndef CHORUS_C_EXACT_MODEL_SYNC_CHECKS_H
#define CHORUS_C_EXACT_MODEL_SYNC_CHECKS_H

#include "base/vec.h"
#include "program/program.h"

/* A call on a synchronisation object whose place is known, at a location; see threads/misuse.h. */
typedef enum SyncUseKind {
    SYNC_USE_MAKE,
    SYNC_USE_DESTROY,
    SYNC_USE_TAKE,
    SYNC_USE_GIVE,
    SYNC_USE_WAIT, /* gives it back, and takes it again */
    SYNC_USE_OTHER
} SyncUseKind;

typedef struct SyncUse {
    SyncUseKind kind;
    uint32_t object;
    int64_t offset;
    bool is_exact;   /* not of an array by an index */
    bool is_counted; /* may be held several times: a read-write lock */
    LocId loc;
    SourcePos pos;
} SyncUse;

/* ---- what calls do with locks and conditions, recorded where valid-sync is asked; see valid_sync.h ---- */

/* A call that waits for a semaphore. */
typedef struct SyncBlock {
    uint32_t cell;
    LocId loc;
    Term blocked; /* it has to wait there */
    SourcePos pos;
} SyncBlock;

/* A call that destroys or initialises an object. */
typedef struct SyncRenewal {
    bool is_condition;
    uint32_t id; /* of the cell; of the condition variable */
    bool is_init;
    LocId loc;
    Term guard; /* the call does there */
    SourcePos pos;
} SyncRenewal;

/* A condition variable: who sleeps, who was woken and has not gone on, whether one may have taken another's wake. */
typedef struct SyncCondition {
    uint32_t object;
    int64_t offset;
    const char *name;
    VarId asleep, woken, stolen;
} SyncCondition;

/* How many threads wait for the one with the other. */
typedef struct SyncPair {
    uint32_t condition, cell;
    VarId count;
} SyncPair;

typedef struct SyncWait {
    uint32_t pair;
    LocId loc;
    Term guard;
    SourcePos pos;
} SyncWait;

typedef struct SyncChecks {
    VEC(SyncBlock) blocks;
    VEC(SyncRenewal) renewals;
    VEC(SyncCondition) conditions;
    VEC(SyncPair) pairs;
    VEC(SyncWait) waits;
} SyncChecks;

#endif
