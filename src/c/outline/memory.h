/* Which memory has variables, and which of them an instruction may write. */
#ifndef CHORUS_C_OUTLINE_MEMORY_H
#define CHORUS_C_OUTLINE_MEMORY_H

#include "c/outline/state.h"

/* Looks at all instructions that threads may come to, and makes the variables. */
void outline_memory(Outline *o);
/* The cell that an access through the pointer is to, whatever happens: so many bytes of a number, or a lock.
 * UINT32_MAX: it may be to something else. */
uint32_t outline_cell(const Outline *o, LLVMValueRef pointer, uint64_t bytes, OutlineKind kind);
/* Numbers that the instruction may write, itself and by a function of the library that it calls. Valid until the next
 * call. */
const Ids *outline_written(Outline *o, LLVMValueRef instruction);
/* Locks that may be meant by a pointer. The caller frees the list. */
void outline_locks(Outline *o, LLVMValueRef pointer, OutlineKind kind, Ids *locks);
/* The lock that a call is about, an operand; NULL: the call is about none. */
LLVMValueRef outline_lock_operand(LLVMValueRef call, OutlineKind *kind);

#endif
