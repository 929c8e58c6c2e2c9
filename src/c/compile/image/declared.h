/* Objects that a program declares and does not define. Other code has set them before main runs: to any numbers, and
 * pointers to what it can name, to NULL, or to memory of its own. main calls a function first that does so. */
#ifndef CHORUS_C_COMPILE_IMAGE_DECLARED_H
#define CHORUS_C_COMPILE_IMAGE_DECLARED_H

#include <llvm-c/Core.h>

#include "c/compile/source.h"

void declared_complete(Run *run, LLVMModuleRef module, Sources *sources);
/* Whether all that pointers in it may hold is said where main begins: nobody outside needs to have it. */
bool declared_is_set(LLVMValueRef global);
/* Likewise, where a model sees it (LINKER_SET), too. */
bool declared_is_modelled(LLVMValueRef global);

/* Whether the program keeps no address in it: who is outside and gets its address learns nothing by what it holds. */
bool declared_is_own(LLVMValueRef global);

#endif
