/* How strongly an instruction orders the memory that it accesses. */
#ifndef CHORUS_C_COMPILE_MEMORY_ORDER_H
#define CHORUS_C_COMPILE_MEMORY_ORDER_H

#include <llvm-c/Core.h>

#include "program/program.h"

/* NULL, and whatever is no atomic instruction (calls of the library, too): plain. An exchange has the weaker one of its
 * two orders. */
MemoryOrder memory_order(LLVMValueRef instruction);

#endif
