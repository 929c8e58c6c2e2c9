/* C files to a Program: runs clang, reads its LLVM IR, inlines, and lowers to control-flow automata. */
#ifndef CHORUS_FRONTEND_FRONTEND_H
#define CHORUS_FRONTEND_FRONTEND_H

#include "program/program.h"

typedef enum Granularity {
    GRANULARITY_ACCESS,   /* every read and every write of a shared variable is a step: C's semantics (under SC) */
    GRANULARITY_STATEMENT /* one C statement is one step: the papers' assumption */
} Granularity;

typedef struct FrontendOptions {
    Granularity granularity;
    bool nondet_static;       /* static storage starts arbitrary instead of zero */
    const char *const *flags; /* for the compiler: -D -U -I -include -m32 -m64 */
    uint32_t flag_count;
    bool only_reach_error;       /* SV-COMP's unreach-call: a failing assert ends the program and is no error */
    bool ends_where_unsupported; /* what is not modelled ends the model where it stands; see frontend_load */
    uint32_t inline_budget;      /* at most this many IR instructions after inlining; 0 = default (200000) */
} FrontendOptions;

/* Loads and links the files. Input that is not C, lacks main, ... : diagnostics and run_stop(STOP_INPUT).
 * C that is understood but not modelled: a diagnostic with position, reason and remedy, and
 * run_stop(STOP_UNSUPPORTED, "file:line: reason"). Over-approximations: a warning, and Edge.approximate.
 * With ends_where_unsupported, an operation that is not modelled is an error edge with Edge.approximate instead, where
 * that is possible, and a warning: a proof shows that it is never executed, a counterexample does not go beyond. */
Program *frontend_load(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                       const FrontendOptions *options);

#endif
