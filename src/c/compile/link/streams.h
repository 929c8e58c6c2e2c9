/* stdin, stdout and stderr: variables of the library that lead to objects of the library. */
#ifndef CHORUS_C_COMPILE_LINK_STREAMS_H
#define CHORUS_C_COMPILE_LINK_STREAMS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Those that the program only declares lead to an object each from now on. */
void streams_define(LLVMModuleRef program);
/* Whether it is one of these variables. */
bool streams_has_variable(LLVMValueRef global);

#endif
