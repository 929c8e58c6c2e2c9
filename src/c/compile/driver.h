/* Runs clang-19 on one C file and returns its LLVM bitcode. Nothing is written to disk. */
#ifndef CHORUS_C_COMPILE_DRIVER_H
#define CHORUS_C_COMPILE_DRIVER_H

#include "base/run.h"
#include "c/compile/options.h"

typedef struct Bitcode {
    char *data; /* owned by the run */
    size_t length;
    char *messages; /* of the compiler: warnings; likewise; NULL: none */
} Bitcode;

/* The data model for all files of a run. */
typedef enum DataModel {
    MODEL_HOST, /* whatever clang does without a flag, or what the user's flags say */
    MODEL_ILP32,
    MODEL_LP64
} DataModel;

/* Refuses what is no C source (missing, directory, empty, binary, too large) with one diagnostic and
 * STOP_INPUT; otherwise says which data model the file asks for by itself. */
DataModel driver_check_file(Run *run, const char *path);
/* Whether the file, or what it includes, may have inline functions. */
bool driver_may_have_inline(Run *run, const char *path);
/* Compiles. On a compile error: one diagnostic and STOP_INPUT, except when retry is not NULL and the error
 * is one that the other data model cures: then *retry is set and the result is empty. Likewise when problem is not
 * NULL: then it is what the compiler says. */
Bitcode driver_compile(Run *run, const char *path, const FrontendOptions *options, DataModel model, bool *retry,
                       const char **problem);
/* Compiles it once more so that inline definitions have bodies, available_externally, and all functions the attribute
 * alwaysinline; nothing else is different. data is NULL where the compiler does not take that. */
Bitcode driver_compile_inline(Run *run, const char *path, const FrontendOptions *options, DataModel model);
/* The words of the command that compiles a file of C, until NULL; for tests. They are the run's. */
const char *const *driver_command(Run *run, const char *path, const FrontendOptions *options);
/* Compiles what driver_compile has compiled once more, for what folded.h looks at. Stops where constants are not folded
 * because they overflow. */
Bitcode driver_compile_checked(Run *run, const char *path, const FrontendOptions *options, DataModel model);

#endif
