/* Accesses to memory in the module, and storage that gets arbitrary values. */
#ifndef CHORUS_SESSION_NATIVE_INSTRUMENT_MEMORY_H
#define CHORUS_SESSION_NATIVE_INSTRUMENT_MEMORY_H

#include "session/native/insert.h"

/* The thread may stop before an access through one of the operands. */
void instrument_touch(Instrument *in, LLVMValueRef instruction);
/* The access, or the lock, has its turn. */
void instrument_access(Instrument *in, LLVMValueRef instruction);
/* A memset or memcpy, scalar by scalar, in the order of the program's steps. */
void instrument_fill(Instrument *in, LLVMValueRef call);
/* Behind the instruction the storage gets the values of the trace. storage: NULL = there is none. */
void instrument_storage(Instrument *in, LLVMValueRef at, LLVMValueRef storage);

#endif
