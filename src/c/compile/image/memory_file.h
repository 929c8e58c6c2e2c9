/* The file that is the program's own memory. */
#ifndef CHORUS_C_COMPILE_IMAGE_MEMORY_FILE_H
#define CHORUS_C_COMPILE_IMAGE_MEMORY_FILE_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* Refuses a program that has the name of that file among its constants: what is written to it changes variables, and
 * nothing shows which. A name that is put together while the program runs is not seen. */
void memory_file_refuse(Run *run, LLVMModuleRef module);

#endif
