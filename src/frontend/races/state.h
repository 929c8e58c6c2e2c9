/* What calls of the library access beside their arguments: its variables, and the state that it keeps
 * (tables/state.h). */
#ifndef CHORUS_FRONTEND_RACES_STATE_H
#define CHORUS_FRONTEND_RACES_STATE_H

#include "frontend/model/state.h"

/* Records what a call of the function accesses so; to be asked while its operands are at hand. */
void race_state(Lowering *L, LLVMValueRef call, const char *name);

#endif
