/* Linker sets: objects in a section whose name is an identifier, and the bounds __start_S and __stop_S of it.
 *
 * A program walks from one object to the next, which no C object allows: they become one object, an array if all are of
 * one type and lie one behind the other, else a struct with gaps where the linker leaves them. Uses of an object become
 * those of its part, uses of the bounds those of the beginning and the end. */
#ifndef CHORUS_C_COMPILE_IMAGE_SETS_H
#define CHORUS_C_COMPILE_IMAGE_SETS_H

#include <llvm-c/Core.h>

#include "c/compile/source.h"

/* All sections of the module whose bounds it uses. */
void sets_join(Run *run, LLVMModuleRef module, Sources *sources);

#endif
