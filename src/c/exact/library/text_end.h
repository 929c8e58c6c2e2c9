/* The end of a text: the byte that is 0, to which functions of the library read, and which some of them write. */
#ifndef CHORUS_C_EXACT_LIBRARY_TEXT_END_H
#define CHORUS_C_EXACT_LIBRARY_TEXT_END_H

#include "c/exact/model/state.h"

/* Holds where the text that begins at the address surely has an end in the array of characters that the address is in.
 * TERM_NONE: that is not known. Good for one edge. What other threads change is told by the array's last byte only:
 * who reads the text to its end reads this byte in one moment, or does not come so far. What nobody else sees has an
 * end where any of the bytes is one. */
Term text_end(Lowering *L, const Val *address);
/* Whether the function reads what it is given by ARGUMENT_READ as texts of char, all of it, and nothing else. */
bool text_is_read(const char *name);
#define TEXT_SIZE 1u /* argument of those below: the size of the buffer */

/* What holds of a text that has been written with its end into a buffer of that size, at a constant address in an array
 * that no other thread sees: some byte from there on is one, unless the buffer is larger than the array (`(char *)&s`,
 * sizeof s). TERM_NONE: nothing that could be said. (text_end says more than that of large arrays.) */
Term text_own_end(Lowering *L, const Val *address, LLVMValueRef size);
/* How many bytes there are from the address in an object (VAL_POINTER) on, in the array of characters that it is in,
 * which has *size of them; 0: it is in none. */
uint64_t text_bytes(Lowering *L, const Val *address, uint64_t *size);
/* Whether the function ends the text that it writes into a buffer of a given size, whatever it writes: so the last of
 * the bytes stays as it was, or becomes the end. */
bool text_is_ended(const char *name);
/* Whether it always writes a text with its end; the others do unless they give NULL. */
bool text_is_surely_ended(const char *name);

#endif
