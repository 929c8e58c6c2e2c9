/* From files to one LLVM module that is ready to be lowered. */
#ifndef CHORUS_C_COMPILE_LINK_LINK_H
#define CHORUS_C_COMPILE_LINK_LINK_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/options.h"

/* Compiles all files for one data model and links them. The module lives as long as the run, in a context of its own.
 * What is no C, or does not fit together: a diagnostic and STOP_INPUT. */
LLVMModuleRef link_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options);
/* Whether the file, compiled as the first of all, defines main. */
bool link_defines_main(Run *run, const char *path, const FrontendOptions *options);
/* Functions that are to run before main are called by main, first of all. Stops the run when functions are to run after
 * main. path: for the diagnostic. */
void link_call_constructors(Run *run, LLVMModuleRef module, const char *path);
/* The function main; without one the input is refused. */
LLVMValueRef link_find_main(Run *run, LLVMModuleRef module, const char *path);

#endif
