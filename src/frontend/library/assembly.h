/* Results of inline assembly that has several. */
#ifndef CHORUS_FRONTEND_LIBRARY_ASSEMBLY_H
#define CHORUS_FRONTEND_LIBRARY_ASSEMBLY_H

#include "frontend/model/state.h"

/* Whether the instruction takes one of several results of assembly. */
bool is_assembly_result(LLVMValueRef instruction);
/* Which is any value. */
void lower_assembly_result(Lowering *L, LLVMValueRef instruction);

#endif
