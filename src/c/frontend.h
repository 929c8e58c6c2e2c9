/* C files to a Program: runs clang, reads its LLVM IR, inlines, and lowers to control-flow automata. */
#ifndef CHORUS_C_FRONTEND_H
#define CHORUS_C_FRONTEND_H

#include "c/compile/options.h"
#include "program/program.h"

/* Loads and links the files. Input that is not C, lacks main, ... : diagnostics and run_stop(STOP_INPUT).
 * C that is understood but not modelled: a diagnostic with position, reason and remedy, and
 * run_stop(STOP_UNSUPPORTED, "file:line: reason"). Over-approximations: a warning, and Edge.approximate.
 * With ends_where_unsupported, an operation that is not modelled is an error edge with Edge.approximate instead, where
 * that is possible, and a warning: a proof shows that it is never executed, a counterexample does not go beyond. */
Program *frontend_load(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                       const FrontendOptions *options);

struct Origins; /* c/exact/model/origin.h */

/* Of the LLVM that is linked: major, minor, patch. */
void frontend_version(unsigned version[3]);

/* Like frontend_load, and fills in where the edges come from. The module lives as long as the run. */
Program *frontend_load_origins(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                               const FrontendOptions *options, struct Origins *origins);

#endif
