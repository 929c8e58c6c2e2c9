/* Random programs and races. */
#ifndef TESTS_AGREEMENT_RACES_H
#define TESTS_AGREEMENT_RACES_H

#include "agreement/check.h"

/* Compares, for a program without its assertions: races that the interpreter sees in states, races as error edges, the
 * engines. For the program with them (a file at `path`): context inference with the interpreter, which says for 1 to
 * CHECK_THREADS threads whether it `fails` (as far as `known`). False when something disagrees, which *result says. */
bool races_agree(const char *text, const char *path, const bool *known, const bool *fails, const CheckOptions *options,
                 CheckResult *result);

#endif
