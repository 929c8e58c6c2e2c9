/* What lowering has come to, for those who look for what it has not (c/unreached.h). */
#ifndef CHORUS_C_EXACT_MODEL_PASSED_H
#define CHORUS_C_EXACT_MODEL_PASSED_H

#include "c/exact/model/state.h"

/* The end of a block has been lowered, or a call that is an assertion. is_decided: its condition is a constant. */
void passed_add(Lowering *L, LLVMValueRef instruction, bool is_decided);
/* Control does not go on after the instruction, because behaviour there is undefined. */
void passed_cut(Lowering *L, LLVMValueRef instruction);
/* A branch leads to the call, which fails. */
void passed_failing(Lowering *L, LLVMValueRef call);
void passed_clear(Lowering *L);

#endif
