/* Inline assembly. */
#ifndef CHORUS_FRONTEND_CODE_ASSEMBLY_H
#define CHORUS_FRONTEND_CODE_ASSEMBLY_H

#include "frontend/model/state.h"

/* callee: the assembly that is called. */
void lower_assembly(Lowering *L, LLVMValueRef call, LLVMValueRef callee);
/* Whether the instruction takes one of several results of assembly. */
bool is_assembly_result(LLVMValueRef instruction);
/* Which is any value. */
void lower_assembly_result(Lowering *L, LLVMValueRef instruction);

#endif
