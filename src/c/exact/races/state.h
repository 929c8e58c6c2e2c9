/* What calls of the library access beside their arguments: its variables, and the state that it keeps
 * (c/library/state.h). */
#ifndef CHORUS_C_EXACT_RACES_STATE_H
#define CHORUS_C_EXACT_RACES_STATE_H

#include "c/exact/model/state.h"

/* Records what a call of the function accesses so; to be asked while its operands are at hand. */
void race_state(Lowering *L, LLVMValueRef call, const char *name);

#endif
