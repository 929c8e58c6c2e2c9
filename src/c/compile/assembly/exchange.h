/* The exchange of 16 bytes. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_EXCHANGE_H
#define CHORUS_C_COMPILE_ASSEMBLY_EXCHANGE_H

#include <llvm-c/Core.h>

/* values: the two words that are expected, lower first, and the two that take their place. Gives whether it succeeds,
 * and what the memory had. The call is in the function where it happens. */
LLVMValueRef asm_exchange(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef address,
                          LLVMValueRef values[4], LLVMValueRef seen[2]);

#endif
