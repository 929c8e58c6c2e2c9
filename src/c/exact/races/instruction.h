/* Which accesses instructions make to memory. */
#ifndef CHORUS_C_EXACT_RACES_INSTRUCTION_H
#define CHORUS_C_EXACT_RACES_INSTRUCTION_H

#include "c/exact/model/state.h"

/* Records what the instruction accesses, before it is lowered: loads, stores, atomic operations, copies. Calls of the
 * library are call.h's. */
void race_instruction(Lowering *L, LLVMValueRef instruction);

#endif
