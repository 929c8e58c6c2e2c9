/* What a link puts into a program that no file of it defines: the bounds of sections, what is only declared, what dlsym
 * finds. Each is said in the module itself, so that a model, an outline and a survey see one and the same. */
#ifndef CHORUS_C_COMPILE_IMAGE_COMPLETE_H
#define CHORUS_C_COMPILE_IMAGE_COMPLETE_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* A linked module that calls its constructors from main; paths: its files. May end the run. */
void image_complete(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count);

#endif
