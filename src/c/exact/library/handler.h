/* Handlers of signals, and functions that are called at exit: whether one may run twice at a time. */
#ifndef CHORUS_C_EXACT_LIBRARY_HANDLER_H
#define CHORUS_C_EXACT_LIBRARY_HANDLER_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether a function that the call tells the library about is called by one thread at a time, and not again while it
 * runs. A handler is blocked for its own signal while it runs, in its thread: that is all where the program has no
 * other threads, tells it for one signal only, without SA_NODEFER, and changes no mask of signals. Errs towards "no".
 */
bool handler_comes_alone(LLVMValueRef call, LLVMValueRef function, const char *name);

#endif
