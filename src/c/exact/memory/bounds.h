/* What makes an access valid (the property valid-deref): all its bytes lie in one object, which still exists.
 *
 * Only the object counts, as in SV-COMP: an index beyond an inner array that stays inside of the object is no
 * violation. What it means is not modelled, so the model ends there (Place.limit). Where the property is not asked
 * only locals are looked at that exist no more, where the model ends: other such behaviour is not examined. */
#ifndef CHORUS_C_EXACT_MEMORY_BOUNDS_H
#define CHORUS_C_EXACT_MEMORY_BOUNDS_H

#include "c/exact/model/state.h"

#define BAD_POINTER "an access through a pointer that is null, wild or outside of its object"

/* Holds where so many bytes at an address in an object (VAL_POINTER) lie in it; TERM_NONE = always. exact: NULL, or a
 * term (TERM_NONE = always) that says so of the object at its largest. */
Term bounds_inside(Lowering *L, const Val *address, uint64_t size, const Term *exact);
/* Holds where as many bytes as the term says (as wide as addresses) lie in it. */
Term bounds_inside_bytes(Lowering *L, const Val *address, Term bytes);
/* Holds when the object exists no more: it is freed, or its function has returned. TERM_NONE = never. */
Term bounds_dead(Lowering *L, uint32_t object);
/* What is wrong with an access to it then. */
const char *bounds_dead_text(Lowering *L, uint32_t object);
/* Likewise, as the reason why the model ends there. */
const char *bounds_dead_reason(Lowering *L, uint32_t object);
/* A violation where the guard holds; without valid-deref the model ends there, and no other model says more, since what
 * follows is undefined. */
void bounds_emit_dead(Lowering *L, Term guard, const char *text, const char *reason);
/* What is asked whatever the property is: of the locals that the address may be in, that they exist. */
void bounds_require_life(Lowering *L, const Val *address);
/* A violation where one of them says so, and the end of such runs. TERM_NONE: always, and never. */
void bounds_require(Lowering *L, uint32_t object, Term inside, Term dead);
/* Likewise for so many bytes at any address. */
void bounds_require_access(Lowering *L, const Val *address, uint64_t size);
/* Likewise for as many bytes as the term says, as wide as addresses; no bytes are anywhere. */
void bounds_require_bytes(Lowering *L, const Val *address, Term bytes);
/* Likewise, but NULL is fine. */
void bounds_require_access_or_null(Lowering *L, const Val *address, uint64_t size);
/* Whether the object is made with a number of bytes that is not constant. */
bool bounds_are_variable(Lowering *L, uint32_t object);
/* How many bytes such an object has: set by who makes it. */
VarId bounds_size(Lowering *L, uint32_t object);

#endif
