/* Threads that the program does not start itself: clients of a library, and callbacks of whoever calls the program.
 *
 * A client of a function calls it again and again, with arbitrary arguments, beside everything else that runs. Numbers
 * are any values of their types; pointers are what functions without a body return (docs/library.md): that is what is
 * not known of clients. They exist from the beginning on; when they make their first call is as arbitrary as when any
 * thread goes on, so they may call at any time. */
#ifndef CHORUS_FRONTEND_MODULE_CLIENT_H
#define CHORUS_FRONTEND_MODULE_CLIENT_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "frontend/module/options.h"

/* Adds the clients of the options to the module: threads that main starts first of all or, where they are the whole
 * program, a main that starts them, in the place of one that may be there. What is so assumed is said in a note. Stops
 * the run, with a diagnostic for path, when there is no such function, or nothing is known of a type that it takes. */
void client_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *options);

#endif
