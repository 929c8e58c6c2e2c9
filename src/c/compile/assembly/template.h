/* The text of a piece of inline assembly for x86 (AT&T syntax, as LLVM has it), as instructions. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_TEMPLATE_H
#define CHORUS_C_COMPILE_ASSEMBLY_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers that texts may name, as parts of them: %al, %ax, %eax and %rax are one. */
typedef enum AsmRegister { ASM_AX, ASM_BX, ASM_CX, ASM_DX, ASM_SI, ASM_DI, ASM_REGISTER_COUNT } AsmRegister;

typedef enum AsmOp {
    ASM_MOV,
    ASM_XCHG,
    ASM_XADD,
    ASM_CMPXCHG,
    ASM_CMPXCHG16B,
    ASM_INC,
    ASM_DEC,
    ASM_NOT,
    ASM_ADD,
    ASM_SUB,
    ASM_AND,
    ASM_OR,
    ASM_XOR,
    ASM_SETZ,
    ASM_SETNZ
} AsmOp;

typedef enum AsmArgKind { ASM_OPERAND, ASM_NAMED, ASM_NUMBER } AsmArgKind;

typedef struct AsmArg {
    AsmArgKind kind;
    unsigned index;  /* of the operand, or an AsmRegister */
    unsigned bits;   /* that a modifier or a register's name says; 0 = none does */
    bool is_address; /* memory, `number` bytes behind the address in the operand or register */
    int64_t number;
} AsmArg;

typedef struct AsmInstruction {
    AsmOp op;
    bool is_locked;
    unsigned bits; /* that the suffix says; 0 = it has none */
    unsigned arg_count;
    AsmArg args[2]; /* sources first */
} AsmInstruction;

#define ASM_MAX_INSTRUCTIONS 8

/* Those that do nothing (see text.h) are left out. Returns their number; -1 = the text has something else. */
int asm_parse(const char *text, size_t length, AsmInstruction instructions[ASM_MAX_INSTRUCTIONS]);
/* The register with a name like "rax", "eax", "ax", "al", and its width. False: none. */
bool asm_register_find(const char *name, size_t length, AsmRegister *which, unsigned *bits);

#endif
