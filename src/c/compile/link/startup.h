/* Functions that run before and after main without being called: constructors, destructors, and what stands in the
 * sections that the startup code of C goes through. */
#ifndef CHORUS_C_COMPILE_LINK_STARTUP_H
#define CHORUS_C_COMPILE_LINK_STARTUP_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* The program's main, where another one calls it. */
#define MAIN_OWN "main.own"

/* Before the files are linked: what stands in such sections (.preinit_array, .init_array, .ctors and their like)
 * becomes a constructor or destructor, in the order that linkers give it. Stops the run where that order is not known,
 * or what stands there. position: of the file's object among those that are linked. */
void startup_gather(Run *run, LLVMModuleRef module, const char *path, uint32_t position);
/* Afterwards: main calls constructors, first of all, and tells atexit about destructors. Stops the run where a
 * constructor wants what main does not have. path: for the diagnostic. */
void startup_call(Run *run, LLVMModuleRef module, const char *path);

#endif
