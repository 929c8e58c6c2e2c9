/* Structs that are passed by value. */
#ifndef CHORUS_C_COMPILE_BYVAL_H
#define CHORUS_C_COMPILE_BYVAL_H

#include <llvm-c/Core.h>

/* The type that a call passes by value as parameter k, in memory; NULL = it does not. */
LLVMTypeRef byval_type(LLVMValueRef call, unsigned k);
/* The call that a variable is the copy for, which ends when what is called returns; NULL = it is none. */
LLVMValueRef byval_call(LLVMValueRef alloca);
/* Makes the copies visible that such calls make: each gets the address of a variable of the caller, which is filled
 * before. What is lowered afterwards need not know of them. */
void byval_make_copies(LLVMModuleRef module);

#endif
