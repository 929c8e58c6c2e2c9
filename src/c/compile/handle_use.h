/* What a program does with thread handles, as far as instructions say. */
#ifndef CHORUS_C_COMPILE_HANDLE_USE_H
#define CHORUS_C_COMPILE_HANDLE_USE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Is the object, a variable, only filled by starts of threads and by constants, and only read for joins? */
bool is_only_handle(LLVMValueRef object);
/* Is the load one for joins, which follow it at once, and for nothing else that has an effect? */
bool is_load_for_join(LLVMValueRef load);
/* Where the call, a start of a thread or a join, has its handle; NULL: it is none, or its handle is a value. */
LLVMValueRef handle_address(LLVMValueRef call);
/* What the address is a part of. */
LLVMValueRef handle_variable(LLVMValueRef address);
/* Is the handle there in a variable that is_only_handle? Such handles are told apart by where they are, others by their
 * values (memory/handle.h). */
bool is_handle_of_place(LLVMValueRef address);
/* Is it in memory that a local pointer holds, to which nothing is assigned but what malloc gives? */
bool is_in_new_memory(LLVMValueRef address);

#endif
