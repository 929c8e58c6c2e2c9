/* Accesses that are wider than a register: on 32 bits the machine reads and writes 8 bytes in two halves. */
#ifndef CHORUS_C_COMPILE_HALVES_H
#define CHORUS_C_COMPILE_HALVES_H

#include <llvm-c/Core.h>

/* Makes two accesses of each plain access that is wider than a pointer, to memory that other threads may see. Those of
 * C11 and of GCC that are atomic stay whole. What is lowered afterwards need not know of it. */
void halves_split(LLVMModuleRef module);

#endif
