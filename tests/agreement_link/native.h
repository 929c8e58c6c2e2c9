/* What a project computes: compiled and run by gcc and by clang. */
#ifndef TESTS_AGREEMENT_LINK_NATIVE_H
#define TESTS_AGREEMENT_LINK_NATIVE_H

#include "agreement_link/project.h"

#define COMPILERS 2
extern const char *const native_compilers[COMPILERS];

/* What a compiler's program gives for each check. */
typedef struct Values {
    bool is_seen[CHECKS_MAX];
    bool is_changing[CHECKS_MAX]; /* evaluated twice, with different numbers */
    long number[CHECKS_MAX];
} Values;

/* Runs a command of the shell. Its exit status, 128 and more for a signal; said: gets what it writes to standard
 * output. */
int native_shell(const char *command, Str *said);
/* NULL: both are there; else what is missing. */
const char *native_missing(Run *run);
/* Of a project that was written into the folder. False: it was not compiled, or its run failed; said: gets why. */
bool native_values(const Project *p, const char *folder, const char *compiler, Values *values, Str *said);

#endif
