/* Calls of functions without a body. */
#ifndef CHORUS_FRONTEND_CODE_UNKNOWN_H
#define CHORUS_FRONTEND_CODE_UNKNOWN_H

#include "frontend/model/state.h"

/* The result is arbitrary, nothing else changes; refuses arguments through which something could. */
void lower_unknown(Lowering *L, LLVMValueRef call, const char *name);

#endif
