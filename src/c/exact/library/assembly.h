/* Inline assembly: what it may access, and its results where it has several. */
#ifndef CHORUS_C_EXACT_LIBRARY_ASSEMBLY_H
#define CHORUS_C_EXACT_LIBRARY_ASSEMBLY_H

#include "c/exact/model/state.h"

/* Where valid-deref is asked: operands that are addresses may be used, also those of no object. */
void assembly_limit(Lowering *L, LLVMValueRef call);
/* Whether the instruction takes one of several results of assembly. */
bool is_assembly_result(LLVMValueRef instruction);
/* Which is any value. */
void lower_assembly_result(Lowering *L, LLVMValueRef instruction);

#endif
