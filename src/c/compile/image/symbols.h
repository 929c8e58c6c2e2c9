/* What dlsym finds: objects and functions of the program that have names outside of their files, as with -rdynamic, or
 * something else. A name that is constant finds what is called so, and nothing of the program if nothing is; RTLD_NEXT
 * finds nothing of it. A call keeps what it means where it finds something else. */
#ifndef CHORUS_C_COMPILE_IMAGE_SYMBOLS_H
#define CHORUS_C_COMPILE_IMAGE_SYMBOLS_H

#include <llvm-c/Core.h>

#include "base/run.h"

void symbols_complete(Run *run, LLVMModuleRef module);

#endif
