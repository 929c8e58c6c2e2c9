/* What a program does with thread handles, as far as instructions say. */
#ifndef CHORUS_FRONTEND_MODULE_HANDLE_USE_H
#define CHORUS_FRONTEND_MODULE_HANDLE_USE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Is the object, a variable, only filled by starts of threads and by constants, and only read for joins? */
bool is_only_handle(LLVMValueRef object);
/* Is the load one for joins, which follow it at once, and for nothing else that has an effect? */
bool is_load_for_join(LLVMValueRef load);
/* Is the call a start or a join of a thread whose handle is in memory that malloc gave to a local pointer? Such handles
 * are told apart by their values only (memory/handle.h). */
bool is_call_of_allocated(LLVMValueRef call);

#endif
