/* Memory that nobody else knows of yet: what a call of malloc has just given, as long as its address is in local
 * variables only. An access to it does not race with any other.
 *
 * The address stays with the thread until it is stored anywhere but in a local pointer whose own address is not taken,
 * or is handed to a function without a body, or becomes a number: from then on the memory counts as published. Whoever
 * has kept an older pointer to the same memory, which was freed since, may not use it, which is valid-memsafety's
 * matter. It would be unsound to miss a way by which the address leaves: whatever is not known to keep it publishes. */
#ifndef CHORUS_C_EXACT_RACES_FRESH_H
#define CHORUS_C_EXACT_RACES_FRESH_H

#include "c/exact/model/state.h"

/* Is the operand of the instruction of the frame at hand the address of such memory, whenever it is executed? */
bool fresh_is_private(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer);

#endif
