/* Calls of scanf whose format is known. */
#ifndef CHORUS_C_COMPILE_LINK_SCANNED_H
#define CHORUS_C_COMPILE_LINK_SCANNED_H

#include <llvm-c/Core.h>

#define SCANNED_NUMBERS 8 /* of a format, at most */

/* How many numbers the call scans, if its format has decimal integers and nothing else; where the first argument for
 * one is, and how many bytes each of them has. 0: it is another call. */
unsigned scanned_numbers(LLVMModuleRef program, LLVMValueRef call, unsigned *first, unsigned bytes[SCANNED_NUMBERS]);
/* scanf and fscanf of decimal integers only ("%d", "%u %ld") become calls of functions of input/, for the
 * second search (link/bodies.h). */
void scanned_replace(LLVMModuleRef program);

#endif
