/* Inline assembly. */
#ifndef CHORUS_C_EXACT_CODE_ASSEMBLY_H
#define CHORUS_C_EXACT_CODE_ASSEMBLY_H

#include "c/exact/model/state.h"

/* callee: the assembly that is called. */
void lower_assembly(Lowering *L, LLVMValueRef call, LLVMValueRef callee);
#endif
