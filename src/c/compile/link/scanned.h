/* Calls of scanf whose format is known, for the second search (link/bodies.h). */
#ifndef CHORUS_C_COMPILE_LINK_SCANNED_H
#define CHORUS_C_COMPILE_LINK_SCANNED_H

#include <llvm-c/Core.h>

/* scanf and fscanf of decimal integers only ("%d", "%u %ld") become calls of functions of input/. */
void scanned_replace(LLVMModuleRef program);

#endif
