/* C files to LLVM modules, one for each, that mean what the files mean together. */
#ifndef CHORUS_C_COMPILE_LINK_COMPILE_H
#define CHORUS_C_COMPILE_LINK_COMPILE_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/link/order.h"
#include "c/compile/messages.h"
#include "c/compile/options.h"

/* What was read from bitcode, and is disposed of with the run. */
typedef struct Loaded {
    LLVMContextRef context;
    LLVMModuleRef module;  /* the program, once it is linked */
    const char *message;   /* of the context's diagnostic handler */
    const char **messages; /* of the compiler, for each file; NULL: none */
    Undeclared undeclared; /* calls in the files linked so far */
    const char **problems; /* why a file is left out, for each; NULL: it is not */
    WeakOwners weak;       /* in the files linked so far */
    Run *run;
} Loaded;

/* Compiles all files for one data model, and reads them: a module for each, owned by the caller, in a context of the
 * result; NULL for one that is linked as needed and that the program does without: it does not compile, which is said,
 * or is the same as another. Functions that the program has instead of the library's are functions, and inline
 * definitions that are needed have bodies. What is no C: a diagnostic and STOP_INPUT. */
LLVMModuleRef *compile_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options,
                             Loaded **loaded);
/* The module of a file that is the first of all, as part of the result. */
LLVMModuleRef compile_first(Run *run, const char *path, const FrontendOptions *options, Loaded **loaded);
/* One diagnostic, and the end of the run. */
_Noreturn void compile_refuse(Run *run, const char *path, const char *what);

#endif
