/* The number of main's arguments, where memory safety is asked. */
#ifndef CHORUS_C_COMPILE_LINK_COUNTED_H
#define CHORUS_C_COMPILE_LINK_COUNTED_H

#include <llvm-c/Core.h>

/* A first parameter of main that is never changed, and whose address nobody takes, is used itself, and not a copy of
 * it: what is compared with it is then compared with what says how long argv is. */
void counted_use(LLVMModuleRef program);

#endif
