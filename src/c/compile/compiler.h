/* Asks clang-19, and the same only once. */
#ifndef CHORUS_C_COMPILE_COMPILER_H
#define CHORUS_C_COMPILE_COMPILER_H

#include "base/run.h"
#include "base/str.h"

/* The exit status of a command that compiles the file `path`, until NULL; what it prints is added to out and err. spare
 * is the text that it reads as /dev/fd/3. A run and those beside it (run_recall) start the compiler once for each
 * command: so all that is asked about a file is asked about the same text. Stops with one diagnostic when the compiler
 * cannot be started, crashes, or takes too long or too much memory. */
int compiler_ask(Run *run, const char *path, const char *const *words, const char *spare, Str *out, Str *err);
/* One diagnostic about the file, and STOP_INPUT. */
_Noreturn void compiler_refuse_file(Run *run, const char *path, const char *what);

#endif
