/* Threads that the program does not start itself: clients of a library, and callbacks of whoever calls the program.
 *
 * A client of a function calls it again and again, with arbitrary arguments, beside everything else that runs. Numbers
 * are any values of their types, but no addresses. Pointers are what functions without a body return (docs/library.md),
 * which may be what such functions were given: and clients give them what the functions that they call return. So
 * clients know, and may read, write and call, what the program gives away, and no other address of it, not even of what
 * has a name that they could use: that is assumed, and said. They exist from the beginning on; when they make their
 * first call is as arbitrary as when any thread goes on, so they may call at any time. Pointers to structs of the
 * program's are objects that clients share (client_object.h). */
#ifndef CHORUS_C_COMPILE_LINK_CLIENT_H
#define CHORUS_C_COMPILE_LINK_CLIENT_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/options.h"

/* Adds the clients of the options to the module: threads that main starts first of all or, where they are the whole
 * program, a main that starts them, in the place of one that may be there. What is so assumed is said in a note. Stops
 * the run, with a diagnostic for path, when there is no such function, or nothing is known of a type that it takes. */
void client_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *given);

#endif
