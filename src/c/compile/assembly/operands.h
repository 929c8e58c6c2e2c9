/* The operands of a piece of inline assembly for x86: what its constraints say about registers and memory. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_OPERANDS_H
#define CHORUS_C_COMPILE_ASSEMBLY_OPERANDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "c/compile/assembly/template.h"

#define ASM_MAX_OPERANDS 16
#define ASM_MAX_SLOTS (ASM_REGISTER_COUNT + ASM_MAX_OPERANDS)

/* The registers of a piece of assembly, each a slot: first those with a name, then one for each operand whose register
 * the compiler chooses. */
typedef struct AsmSlot {
    LLVMValueRef value; /* at first the input's; NULL = not known */
    LLVMTypeRef type;   /* of the operand; NULL = none has it */
    bool is_output;
    bool is_early;   /* an output that shares its register with no input */
    bool is_clobber; /* named as one that the assembly changes: no operand is there */
} AsmSlot;

typedef enum AsmFlag { ASM_NO_FLAG, ASM_ZERO, ASM_NOT_ZERO } AsmFlag;

typedef struct AsmOperand {
    bool is_output;
    bool is_memory;      /* whose address is `value` */
    bool is_stored;      /* an output in a register, or in memory, whose address is `value` */
    AsmFlag flag;        /* an output that is a flag of the processor */
    unsigned slot;       /* unless it is memory or a flag */
    LLVMValueRef value;  /* the argument of the call; NULL: none */
    LLVMTypeRef element; /* what is in memory */
    LLVMTypeRef result;  /* of an output that the call returns; NULL: it does not */
} AsmOperand;

typedef struct AsmOperands {
    AsmOperand operands[ASM_MAX_OPERANDS];
    unsigned count;
    AsmSlot slots[ASM_MAX_SLOTS];
    bool clobbers_memory;
} AsmOperands;

/* False: there is a constraint that is not known. */
bool asm_operands(LLVMValueRef call, AsmOperands *found);

#endif
