/* Calls in the module: threads, properties, values, the functions of the libraries. */
#ifndef CHORUS_SESSION_NATIVE_INSTRUMENT_CALL_H
#define CHORUS_SESSION_NATIVE_INSTRUMENT_CALL_H

#include "session/native/insert.h"

/* The call goes, or has its turn and its value, as the trace says; one that cannot be run stops the run. */
void instrument_call(Instrument *in, LLVMValueRef call);

#endif
