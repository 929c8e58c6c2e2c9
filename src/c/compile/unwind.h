/* What -fexceptions makes of C: calls in the scope of __attribute__((cleanup)) say where an exception goes on. */
#ifndef CHORUS_C_COMPILE_UNWIND_H
#define CHORUS_C_COMPILE_UNWIND_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* C throws nothing: only pthread_exit, pthread_cancel and their like unwind a stack. Of a linked program that has none
 * of them such calls become plain ones, and what only an exception comes to is gone. Else they stay, and end the model.
 * That a function without a body throws nothing is what is assumed of all of them: they return. */
void unwind_remove(Run *run, LLVMModuleRef module);

#endif
