/* The order in which operands are evaluated, where C leaves it open and it matters. */
#ifndef CHORUS_C_COMPILE_SEQUENCE_H
#define CHORUS_C_COMPILE_SEQUENCE_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/source.h"

/* Says, once, that clang's order is taken, where two operands of one operation or call are computed by calls of the
 * program's own functions of which one may write what the other uses, or by one such call and a variable. Errs towards
 * saying so: which objects pointers lead to is not looked at. What the library does counts as nothing, nor do functions
 * beyond the first dozen that a call leads to: the note is a help, and no verdict rests on it. */
void sequence_tell(Run *run, LLVMModuleRef module, Sources *sources);

#endif
