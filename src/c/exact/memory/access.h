/* Loads and stores. */
#ifndef CHORUS_C_EXACT_MEMORY_ACCESS_H
#define CHORUS_C_EXACT_MEMORY_ACCESS_H

#include "c/exact/model/state.h"

void lower_load(Lowering *L, LLVMValueRef instruction);
void lower_store(Lowering *L, LLVMValueRef instruction);
/* The address, when it is the only one; false: there is none, and control does not go on. */
bool operand_settled(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, Val *address);

#endif
