/* Inline assembly. */
#ifndef CHORUS_FRONTEND_CODE_ASSEMBLY_H
#define CHORUS_FRONTEND_CODE_ASSEMBLY_H

#include "frontend/model/state.h"

/* callee: the assembly that is called. */
void lower_assembly(Lowering *L, LLVMValueRef call, LLVMValueRef callee);
#endif
