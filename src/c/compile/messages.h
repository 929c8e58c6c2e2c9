/* What the compiler's warnings say that a verdict must not pass over in silence. */
#ifndef CHORUS_C_COMPILE_MESSAGES_H
#define CHORUS_C_COMPILE_MESSAGES_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "base/vec.h"
#include "c/compile/options.h"

/* Calls of functions that are declared nowhere, of all files. */
typedef struct UndeclaredCall {
    const char *function;
    SourcePos pos;
} UndeclaredCall;
typedef VEC(UndeclaredCall) Undeclared;

/* Reads the warnings of one file (NULL: none): tells of pragmas that are passed over, and collects calls. */
void messages_read(Run *run, const char *path, const char *messages, Undeclared *calls);
/* Refuses a linked program that calls a function which it declares nowhere and defines nowhere, and which no library is
 * known to have: a linker would. Not where functions without a body were asked to be something, nor a library, which is
 * not linked. */
void messages_require_defined(Run *run, LLVMModuleRef module, const Undeclared *calls, const FrontendOptions *options);

#endif
