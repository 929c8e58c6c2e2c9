/* Texts of the program (string literals) that may share memory: compilers and linkers put equal ones in one place, and
 * one that is the end of another there. */
#ifndef CHORUS_C_EXACT_MEMORY_LITERAL_H
#define CHORUS_C_EXACT_MEMORY_LITERAL_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the one literal is the end of the other, or all of it. What is no literal may not share. Within a file the
 * compiler has put equal ones together already. */
bool literals_may_share(LLVMValueRef a, LLVMValueRef b);

#endif
