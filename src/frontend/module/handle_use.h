/* What a program does with thread handles, as far as instructions say. */
#ifndef CHORUS_FRONTEND_MODULE_HANDLE_USE_H
#define CHORUS_FRONTEND_MODULE_HANDLE_USE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Is the object, a variable, only filled by starts of threads and by constants, and only read for joins? */
bool is_only_handle(LLVMValueRef object);
/* Is the load one for joins, which follow it at once, and for nothing else that has an effect? */
bool is_load_for_join(LLVMValueRef load);

#endif
