/* Inline definitions. One with external linkage only names what a function does: the function itself stands in another
 * file, and calls mean that one where there is one, as compilers have it without optimisation (C17 6.7.4p7 leaves it
 * open). Where there is none the inline definition is all there is, and is called. */
#ifndef CHORUS_C_COMPILE_LINK_INLINE_H
#define CHORUS_C_COMPILE_LINK_INLINE_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "base/vec.h"
#include "c/compile/options.h"

/* What becomes of an inline definition that a file has been compiled once more for. */
typedef struct InlineChoice {
    const char *name; /* owned by the run */
    uint32_t file;
    bool is_for_all; /* it is the function, for files that have no definition of it; else for its own file */
} InlineChoice;

typedef VEC(InlineChoice) InlineChoices;

/* Whether a file uses a function that no module defines, and that the library does not have, or clients do. */
bool inline_is_missing(LLVMModuleRef *modules, uint32_t count, uint32_t file, const FrontendOptions *options);
/* second: the file compiled by driver_compile_inline. Adds what it has of what is missing, and what modules[file]
 * itself has bodies of. False: nothing is missing that it has. */
bool inline_choose(Run *run, LLVMModuleRef *modules, uint32_t count, uint32_t file, LLVMModuleRef second,
                   const FrontendOptions *options, InlineChoices *made);
/* Bodies that are there become functions of their file, or of all files, or go: is_second says whether the module was
 * compiled so. */
void inline_settle(Run *run, LLVMModuleRef module, uint32_t file, bool is_second, const InlineChoices *made);

#endif
