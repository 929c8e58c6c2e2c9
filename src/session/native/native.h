/* Runs a counterexample on the real program: the instrumented module and the runtime are compiled and executed. */
#ifndef CHORUS_SESSION_NATIVE_NATIVE_H
#define CHORUS_SESSION_NATIVE_NATIVE_H

#include "c/compile/options.h"
#include "program/trace.h"
#include "session/native/instrument.h"

typedef struct Native {
    Program *program;   /* as frontend_load gives it, or with races as errors */
    Program *accessing; /* the one whose races these are; NULL: they are not asked */
    bool is_ilp32;      /* there is no C library for it: load again for 64 bits */
    Origins origins;
    Sites sites;
    const char *module, *schedule; /* texts; NULL before native_prepare */
    const char *place;             /* where the trace fails, "file:line" */
    const char *failure;           /* what happens there, in words: "assertion fails" */
    const char *observed;          /* what the runtime says of the failure, after native_run; NULL: no more than that */
    char *workplace;               /* directory of a run; accessed atomically; NULL: none */
} Native;

/* Compiles and lowers the files once more. */
Native *native_load(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                    const FrontendOptions *options);
/* Makes the texts; has_foreign_mutexes: see instrument_module. What a native run cannot do stops the run with
 * STOP_UNSUPPORTED. */
void native_prepare(Native *native, const Trace *trace, bool is_ideal, bool has_foreign_mutexes);
/* Writes everything into a new or empty directory, with copies of the sources, a Makefile and a README. NULL, or what
 * is wrong. */
const char *native_emit(const Native *native, const char *dir, const char *const *paths, uint32_t count);
/* Compiles and runs in a directory of its own that is gone afterwards, however the run ends. NULL when the assertion
 * fails where it should, or what happened instead. */
const char *native_run(Native *native);
/* Removes the directory of a run that another thread is in the middle of. */
void native_abandon(Native *native);

#endif
