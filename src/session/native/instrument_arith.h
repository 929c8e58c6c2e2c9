/* Arithmetic that may overflow, where no-overflow is asked. */
#ifndef CHORUS_SESSION_NATIVE_INSTRUMENT_ARITH_H
#define CHORUS_SESSION_NATIVE_INSTRUMENT_ARITH_H

#include "session/native/insert.h"

/* Before a binary instruction that fails on some edge: the runtime is told whether its result fits. It must not where
 * the trace fails, and fit everywhere else. Others stay as they are. */
void instrument_arith(Instrument *in, LLVMValueRef instruction);

#endif
