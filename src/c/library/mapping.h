/* Functions that change what memory of the program holds, or whether it may be used, without writing to it. */
#ifndef CHORUS_C_LIBRARY_MAPPING_H
#define CHORUS_C_LIBRARY_MAPPING_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether a call of munmap, mprotect or madvise may do so with the memory that its first argument points to. Pieces of
 * advice that only say how memory will be used do not. */
bool mapping_changes(LLVMValueRef call, const char *name);
/* Whether some call of the program may change what memory holds. NULL: none. */
LLVMValueRef mapping_find_advice(LLVMModuleRef module);

#endif
