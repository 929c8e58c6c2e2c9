/* Bodies for functions of the library that models say little of. How far those of <string.h> read and write, and what,
 * depends on the texts; with bodies that is exact, and a proof may need more states than there are. What others give
 * comes from outside of the program; their bodies give some of what may come, and leave out the rest. So they are for a
 * second search for a counterexample: a run with them is one that glibc has, and a proof would prove nothing. */
#ifndef CHORUS_C_COMPILE_LINK_BODIES_H
#define CHORUS_C_COMPILE_LINK_BODIES_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/options.h"

/* Gives bodies to what the program calls as it is declared by the library, and has not itself. Where there is none of
 * them, or the compiler makes no fitting module, the run ends with STOP_UNSUPPORTED. */
void bodies_link(Run *run, LLVMModuleRef program, const FrontendOptions *options);

#endif
