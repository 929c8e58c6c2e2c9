/* Calls of snprintf and sprintf whose format is known, for the second search (link/bodies.h). */
#ifndef CHORUS_C_COMPILE_LINK_PRINTED_H
#define CHORUS_C_COMPILE_LINK_PRINTED_H

#include <llvm-c/Core.h>

/* Those with %d, %u, %c and %s only, of any width of integers, become calls of functions of input/. */
void printed_replace(LLVMModuleRef program);

#endif
