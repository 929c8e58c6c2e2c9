/* Pointers that are told apart at run time.
 *
 * Where a pointer has one statically known target it is a VAL_POINTER and costs nothing. Otherwise it is a number: each
 * object whose address is used so gets a range of numbers (Object.base) of its own, far from the others, and the
 * address of its byte k is base + k; 0 is NULL. C does not let a program see these numbers: they can be stored,
 * compared for equality, moved inside their object and compared in order or subtracted there, all of which mean the
 * same for every choice of ranges; everything else (an address as an integer, order between objects) is refused. An
 * access through such a number is a case split over its points-to set (pointsto.h); where no case applies the pointer
 * is NULL, not initialised or out of bounds, and the behaviour undefined.
 *
 * A value may be an address or, on other ways, a number that is none: what such a number is the address of is not
 * known, and to use it as an address or the address as a number is refused. Sets of targets are no more than
 * approximate, and most such values come from there: `p->datum++` seems to increment a pointer where p may point, by
 * the sets only, to the list's head moved back by the offset of a member. So where a value is refused, lowering starts
 * over, keeping kinds apart (Facts.keeps_kinds): of an access with several targets those where an integer is accessed
 * as a pointer, or a pointer as an integer, are not lowered, and the model ends there (emit_limit) if the address is
 * that of such a target indeed. That is sound either way: no proof passes the end of the model, and no counterexample
 * goes through it; on all other ways nothing has changed.
 *
 * A points-to set belongs to a place that keeps pointers (a slot). It holds what all passes so far have stored there,
 * so in the last pass, which adds nothing, it holds all that can be loaded. Threads are covered because slots are
 * not: a shared variable is one slot for every thread. */
#ifndef CHORUS_C_EXACT_MEMORY_ADDRESS_H
#define CHORUS_C_EXACT_MEMORY_ADDRESS_H

#include "c/exact/model/state.h"

/* An address of any kind, or a number, as VAL_ADDRESS whose only term is the address; conditions may be added. */
Val address_val(Lowering *L, const Val *v);
/* A comparison of addresses (at least one of the values is one). */
Term address_compare(Lowering *L, LLVMIntPredicate predicate, const Val *a, const Val *b);
Val address_select(Lowering *L, Term c, const Val *a, const Val *b);
/* The difference in bytes, inside one object. */
Term address_difference(Lowering *L, const Val *a, const Val *b);
uint64_t object_size(Lowering *L, const Object *o);
/* Where its range of numbers starts; from now on it has one. */
uint64_t object_base(Lowering *L, uint32_t id);
Term address_number(Lowering *L, uint64_t n);
/* How many bytes a VAL_POINTER is behind the start of its object. */
Term address_offset(Lowering *L, const Val *v);
/* Whether a number lies in the object, or at its end. */
Term address_inside(Lowering *L, Term t, uint32_t object);
/* Says that an address is taken to stay inside its object. */
void address_note_inside(Lowering *L);
/* Whether it is a number that no object has: NULL, MAP_FAILED and the like. */
bool address_is_reserved(Lowering *L, Term t);
/* Refuses an address that may also be a number. */
void address_refuse_numbers(Lowering *L, const Val *v);
Targets *targets_new(Lowering *L);

#endif
