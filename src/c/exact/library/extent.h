/* Whether memory is there that a function without a body perhaps accesses (the property valid-deref). */
#ifndef CHORUS_C_EXACT_LIBRARY_EXTENT_H
#define CHORUS_C_EXACT_LIBRARY_EXTENT_H

#include "c/exact/model/state.h"

/* The model ends where so many bytes from the address on are not all there: perhaps they are not all accessed, so that
 * it is no violation for certain. why: see emit_limit. */
void extent_limit(Lowering *L, const Val *address, uint64_t size, const char *why);
/* Likewise where no bytes are accessed at an address that is in no object: what that does the model does not say. */
void extent_limit_nothing(Lowering *L, const Val *address, Term bytes, const char *why);
/* Likewise for as many bytes as the term says, as wide as addresses. */
void extent_limit_bytes(Lowering *L, const Val *address, Term bytes, const char *why);

#endif
