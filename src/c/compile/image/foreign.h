/* What a program has in common with C's library beside functions. */
#ifndef CHORUS_C_COMPILE_IMAGE_FOREIGN_H
#define CHORUS_C_COMPILE_IMAGE_FOREIGN_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* Names of the library for one variable (environ and __environ) become one name. Refuses a program
 * - that has among its constants the name of the file that is its own memory: what is written there changes variables,
 *   and nothing shows which (a name that is put together while the program runs is not seen);
 * - that uses a variable which the library changes at times that are its own affair. */
void foreign_join(Run *run, LLVMModuleRef module);

#endif
