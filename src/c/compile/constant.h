/* Constants of LLVM as bits. */
#ifndef CHORUS_C_COMPILE_CONSTANT_H
#define CHORUS_C_COMPILE_CONSTANT_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bits of a scalar constant as they lie in memory. False: it has others, or more than 64. */
bool constant_bits(LLVMValueRef constant, uint64_t *bits);
/* The characters of a constant array of them, so many; NULL: the constant is none. The module's. */
const char *constant_characters(LLVMValueRef constant, size_t *count);

#endif
