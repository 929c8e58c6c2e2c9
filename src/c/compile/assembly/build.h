/* One instruction of x86, said in LLVM's. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_BUILD_H
#define CHORUS_C_COMPILE_ASSEMBLY_BUILD_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "c/compile/assembly/operands.h"
#include "c/compile/assembly/template.h"

typedef struct AsmBuild {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    AsmOperands operands;
    unsigned pointer_bits;
    bool has_written;  /* an output that may share its register with an input */
    LLVMValueRef zero; /* the flag, an i1; NULL = not known */
} AsmBuild;

/* False: what it does is not known; what has been built is to be taken away. */
bool asm_build(AsmBuild *b, const AsmInstruction *instruction);
/* The flag as an output of that type; NULL: not known. */
LLVMValueRef asm_flag(AsmBuild *b, AsmFlag flag, LLVMTypeRef type);
/* The value with another type of the same width, an address or a number; NULL: widths differ. */
LLVMValueRef asm_coerce(AsmBuild *b, LLVMValueRef value, LLVMTypeRef type);

#endif
