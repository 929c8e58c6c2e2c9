/* What the parts that lower synchronisation share: which objects an operand may mean, and the ways in which a call on
 * them can come out. Each way is one edge, so that a call is one step (or two: see barrier.h and lower_wait). */
#ifndef CHORUS_C_EXACT_THREADS_SYNC_H
#define CHORUS_C_EXACT_THREADS_SYNC_H

#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* One object that the operand of a call may mean. */
typedef struct SyncTarget {
    Term guard; /* holds when it does; TERM_NONE = always */
    SyncPlace place;
} SyncTarget;
typedef VEC(SyncTarget) SyncTargets;

void sync_find(Lowering *L, LLVMValueRef operand, SyncKind kind, SyncTargets *targets);
/* Variable k of the object (0: Cell.var), before the step. */
Term sync_term(Lowering *L, const SyncTarget *target, unsigned k);

/* Adds to the step that it becomes the value. */
void sync_set(Lowering *L, Step *step, const SyncTarget *target, unsigned k, Term value);

typedef struct Outcome {
    Step step;
    Term result;
} Outcome;
typedef VEC(Outcome) Outcomes;

/* Adds an outcome. guard: TERM_NONE = always. The step is valid until the next one is added. */
Step *outcome_add(Lowering *L, Outcomes *outcomes, const SyncTarget *target, Term guard, Term result);
/* By the outcomes from the first on the wait goes on that has the number; see waits.h. */
void outcomes_end_wait(Outcomes *outcomes, uint32_t first, uint32_t wait);
/* The value of a call's type. */
Term result_term(Lowering *L, LLVMValueRef call, uint64_t value);
/* Emits the edges and frees the outcomes; none: the behaviour is undefined. Returns the result, as a temporary where
 * the outcomes differ in it. is_needed: whether anybody asks for it. */
Term outcomes_emit(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name, bool is_needed);
/* Binds the result unless the call has none. */
void result_bind(Lowering *L, LLVMValueRef call, Term result);
/* The two at once, for the whole of a call. */
void outcomes_finish(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name);
/* Before the operands are looked at: what was read before is a step of its own. */
void sync_begin(Lowering *L, LLVMValueRef call, unsigned arguments);
/* An operand that is an unsigned int. */
Term sync_number(Lowering *L, LLVMValueRef operand);
/* For calls that cannot be made inside an atomic section, since they wait in the middle. */
void sync_refuse_atomic(Lowering *L);

#endif
