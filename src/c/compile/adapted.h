/* Parameters that a function adapts before it uses them: `if (size == 0) size = 1;`. */
#ifndef CHORUS_C_COMPILE_ADAPTED_H
#define CHORUS_C_COMPILE_ADAPTED_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* The parameter that the variable which is loaded starts with; NULL: it starts with something else, or is used
 * otherwise than by loads and stores. Other values may be stored there, too. */
LLVMValueRef adapted_parameter(LLVMValueRef load);
/* What the load reads, in every run of its function, if the parameter is `start`. False: nobody knows, or it is not
 * always the same. */
bool adapted_value(LLVMValueRef load, uint64_t start, uint64_t *value);

#endif
