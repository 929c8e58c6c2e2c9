/* What runs when the program ends: the functions that atexit is told about, then destructors. */
#ifndef CHORUS_C_COMPILE_LINK_ENDING_H
#define CHORUS_C_COMPILE_LINK_ENDING_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/run.h"

/* Calls them where main returns and before each call of exit, as the library does: last told first called, in the
 * thread that ends the program, while others go on. destructors: in the order in which they are called.
 *
 * False, and nothing has changed: it is not plain who is told what, or where the program ends. Plain is: main tells
 * atexit, before it calls anything else; no more functions than atexit always takes, none of which leads to another
 * exit; in a program with threads only main ends it; and nothing else ends the program and calls them, as the last
 * pthread_exit does. */
bool ending_call(Run *run, LLVMModuleRef module, const LLVMValueRef *destructors, uint32_t count);

#endif
