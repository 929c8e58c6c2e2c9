/* Functions of which nothing is known but their name. docs/library.md says what is taken for granted. */
#ifndef CHORUS_C_EXACT_LIBRARY_UNKNOWN_H
#define CHORUS_C_EXACT_LIBRARY_UNKNOWN_H

#include "c/exact/model/outside.h"

/* What a call may write: everything that can be reached from its arguments becomes arbitrary. What it is given the
 * address of may be what it, or another one, returns later. Returns the targets of an address that it gives. *writes:
 * there is something to be written. */
const Targets *unknown_effects(Lowering *L, LLVMValueRef call, const char *name, bool *writes);
/* Functions that no program can name, for threads and functions that the front end makes: calls of them write what the
 * library has kept, or has been lent (memory/external.h). */
#define UNKNOWN_POINTER OUTSIDE_PREFIX "pointer" /* gives an address that the library has */
#define UNKNOWN_WRITES OUTSIDE_PREFIX "writes."
#define UNKNOWN_WRITES_KEPT UNKNOWN_WRITES "kept"
#define UNKNOWN_WRITES_LENT UNKNOWN_WRITES "lent"
/* Ahead of each call of a function of the program's in a thread of its own: whether it comes to that is not known. The
 * names of the function that was told about it and of the one that is called follow. */
#define UNKNOWN_COMES OUTSIDE_PREFIX "comes."
bool unknown_is_write(const char *name);
/* What such a call may write. */
Targets *unknown_written(Lowering *L, const char *name);
void unknown_write(Lowering *L, const char *name);
/* Everything that can be reached from the arguments. */
Targets *unknown_reach(Lowering *L, LLVMValueRef call);

#endif
