/* Memory that is freed, and given again by a later call of malloc (c/exact/model/reuse.h). */
#ifndef CHORUS_C_EXACT_HEAP_RENEW_H
#define CHORUS_C_EXACT_HEAP_RENEW_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* Sets the flags (freed.h) of the objects that the address may be the start of, where the guard holds: one step, no
 * step when none has a flag. The address must be good for it. */
void renew_mark_freed(Lowering *L, const Val *address, Term guard);
/* Whether some object that the address may be the start of has a flag; is_shared: one that other threads see. */
bool renew_is_tracked(Lowering *L, const Val *address, bool *is_shared);

/* Objects that a call of malloc may give beside fresh ones. */
typedef VEC(uint32_t) Renewals;

/* objects: the fresh ones. The list is to be freed. */
void renew_find(Lowering *L, const uint32_t *objects, uint32_t count, Renewals *renewals);
/* Adds to a step that the object is in use again, and what it holds: zeros, or arbitrary values. Where that cannot be
 * modelled the model ends: the step is not to be made then. */
bool renew_object(Lowering *L, LLVMValueRef call, uint32_t object, bool is_zeroed, Step *step);

#endif
