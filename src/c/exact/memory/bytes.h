/* Bytes that are stored in objects of larger scalars where an index does not follow the types: a loop over the bytes of
 * a struct.
 *
 * Where the object is small such an index is told apart, and the scalars are kept in pieces (choices.h, place.h). Here
 * they stay whole, and one step sets the byte in whichever scalar it lies in: of every scalar x from byte k on that is
 * so many bytes wide, x = k <= at < k + size ? x with byte at - k replaced : x. That is what the program does, but for
 * two kinds of memory. A scalar that may hold an address has no bytes that C knows: with one of them set it is any
 * number, or any address. So is a synchronisation object. Steps to these are approximate; there are none in an object
 * that has neither. */
#ifndef CHORUS_C_EXACT_MEMORY_BYTES_H
#define CHORUS_C_EXACT_MEMORY_BYTES_H

#include "c/exact/model/state.h"

/* Whether a store at an address is of that kind. */
bool is_byte_store(Lowering *L, LLVMValueRef store, const Val *address);
/* Such a store. Where the object is shared no read may be pending. */
void lower_byte_store(Lowering *L, LLVMValueRef store, const Val *address);

#endif
