/* Assertions that lowering does not come to, because behaviour before them is undefined, or because it has seen that
 * control does not go there: they have no edge, and a proof would say nothing about them without a word. */
#ifndef CHORUS_FRONTEND_CODE_UNREACHED_H
#define CHORUS_FRONTEND_CODE_UNREACHED_H

#include "frontend/model/state.h"

/* The end of a block has been lowered, or a call that is an assertion. is_decided: its condition is a constant. */
void unreached_pass(Lowering *L, LLVMValueRef instruction, bool is_decided);
/* Control does not go on after the instruction, because behaviour there is undefined. */
void unreached_cut(Lowering *L, LLVMValueRef instruction);
/* A branch leads to the call, which fails. */
void unreached_failure(Lowering *L, LLVMValueRef call);
/* After the last pass: fills Program.assertions. */
void unreached_end(Lowering *L);
void unreached_clear(Lowering *L);

#endif
