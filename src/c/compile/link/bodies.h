/* Bodies for functions of <string.h> that models say little of: how far they read and write, and what, depends on the
 * texts. With bodies that is exact, and a proof may need more states than there are. So they are for a second search
 * for a counterexample: a run with them is one that glibc has. */
#ifndef CHORUS_C_COMPILE_LINK_BODIES_H
#define CHORUS_C_COMPILE_LINK_BODIES_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* Gives bodies to what the program calls as it is declared by the library, and has not itself. Where there is none of
 * them, or the compiler makes no fitting module, the run ends with STOP_UNSUPPORTED. */
void bodies_link(Run *run, LLVMModuleRef program);

#endif
