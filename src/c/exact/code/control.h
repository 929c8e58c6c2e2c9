/* Control flow of one inlined function: blocks, branches, joins, returns. */
#ifndef CHORUS_C_EXACT_CODE_CONTROL_H
#define CHORUS_C_EXACT_CODE_CONTROL_H

#include "c/exact/model/state.h"

/* call: the call that is inlined, NULL for the start of a thread. Values of the caller may be saved first. */
Frame *frame_new(Lowering *L, LLVMValueRef function, LLVMValueRef call);
/* Lowers the whole body from the cursor; afterwards the cursor is behind its ret, or not reachable. */
void frame_lower(Lowering *L, Frame *frame);

#endif
