/* How strongly an instruction orders the memory that it accesses. */
#ifndef CHORUS_C_COMPILE_MEMORY_ORDER_H
#define CHORUS_C_COMPILE_MEMORY_ORDER_H

#include <llvm-c/Core.h>

#include "program/program.h"

/* An exchange that succeeds, or fails. */
MemoryOrder memory_order_of_exchange(LLVMValueRef instruction, bool fails);

/* NULL, and whatever is no atomic instruction (calls of the library, too): plain. An exchange has the weaker one of its
 * two orders. */
MemoryOrder memory_order(LLVMValueRef instruction);
/* Whether a function of the library is called that gives memory: others to whom it is handed by a weak order need not
 * see that it was given, what is in it, or that a lock was made in it. */
bool memory_order_has_hidden_writes(LLVMModuleRef module);
/* What may order threads, and is no access and no lock of the model; NULL: nothing. */
const char *memory_order_unseen(LLVMModuleRef module);

#endif
