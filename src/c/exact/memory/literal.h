/* Texts of the program (string literals) that may share memory: compilers and linkers put equal ones in one place, and
 * one that is the end of another there. */
#ifndef CHORUS_C_EXACT_MEMORY_LITERAL_H
#define CHORUS_C_EXACT_MEMORY_LITERAL_H

#include "c/exact/model/state.h"

/* Whether the one literal is the end of the other, or all of it. What is no literal may not share. */
bool literals_may_share(LLVMValueRef a, LLVMValueRef b);
/* Whether two addresses of different literals are the same if they share memory, as far as they can; false where none
 * can. Within a file the compiler has put equal ones together already. */
Term literals_may_meet(Lowering *L, const Val *a, const Val *b);

#endif
