/* Checks of what is made for synchronisation objects, for development builds. */
#ifndef CHORUS_C_EXACT_THREADS_SYNC_CHECK_H
#define CHORUS_C_EXACT_THREADS_SYNC_CHECK_H

#include "c/exact/threads/sync.h"

/* Is it an object of the kind, with the variables that this kind has? */
bool sync_is_valid(const Lowering *L, const SyncTarget *target, SyncKind kind);
/* Is each object among the targets once, or can they be told apart? */
bool sync_targets_differ(const SyncTargets *targets);
/* Is the variable a count that the thread at hand has for itself? */
bool sync_is_own(const Lowering *L, VarId var);
/* Does each outcome give each variable one value, of its sort, and change none of another thread? */
bool outcomes_are_valid(const Lowering *L, const Outcomes *outcomes);

/* Values of an object's variables, and of sync_own in the thread at hand. */
typedef struct SyncState {
    uint64_t values[1 + SYNC_VARS], own;
} SyncState;

/* How many of the outcomes from number `first` on can come in the state; *after: the state behind the last of those.
 * For a target without guard. */
uint32_t sync_ways(Lowering *L, const Outcomes *outcomes, uint32_t first, const SyncTarget *target, SyncState state,
                   SyncState *after);

#endif
