/* How much text there is room for. */
#ifndef CHORUS_C_EXACT_LIBRARY_ROOM_H
#define CHORUS_C_EXACT_LIBRARY_ROOM_H

#include <llvm-c/Core.h>
#include <stdint.h>

#define NO_ROOM_KNOWN UINT64_MAX

/* The bytes from an address on that are left in the array of characters that the source names there. Text that is
 * written goes no further, which is an assumption (assumption_text). The array is the one of the expression, `p->name`,
 * whatever the object is: another member of a union is another expression. One of one character may be the beginning of
 * more, allocated with what it is the last member of. */
uint64_t text_room(LLVMValueRef pointer);

#endif
