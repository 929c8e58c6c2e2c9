/* Checks in the module: is what a trace says of the memory true where it ends? */
#ifndef CHORUS_SESSION_NATIVE_INSTRUMENT_VIOLATION_H
#define CHORUS_SESSION_NATIVE_INSTRUMENT_VIOLATION_H

#include "session/native/insert.h"

/* Why the runtime cannot observe a violation of the property by the instruction; NULL: it can. */
const char *violation_is_hidden(const OriginEvent *failure, Property property);
/* The checks before an instruction where the trace may end. */
void instrument_violation(Instrument *in, LLVMValueRef instruction);
/* A local begins to exist; it ends with its function. Where the runtime is to know that. */
void instrument_local(Instrument *in, LLVMValueRef alloca);
void instrument_frame(Instrument *in, LLVMValueRef function);

#endif
