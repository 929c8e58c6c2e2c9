/* Which units are linked because they define what the program needs, as from a library. A database of a build does not
 * say which files make one program: what collides with the program cannot be part of it, what the build puts near is
 * rather part of it, and where nothing decides the first one is taken, with a warning. */
#ifndef CHORUS_C_COMPILE_LINK_NEEDED_H
#define CHORUS_C_COMPILE_LINK_NEEDED_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/link/order.h"
#include "c/compile/options.h"

typedef struct Needed Needed;

/* modules: NULL for what is linked already (the first one) or is not there. They, the program and the others stay the
 * caller's. weak: of the program, as it grows. */
Needed *needed_new(Run *run, LLVMModuleRef program, const char *const *paths, LLVMModuleRef *modules, uint32_t count,
                   const FrontendOptions *options, const WeakOwners *weak);
/* The number of the next one to be linked to the program, before the next call; 0: there is none. */
uint32_t needed_next(Needed *needed);
void needed_free(Needed *needed);

#endif
