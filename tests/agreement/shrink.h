/* Makes a failing program smaller. */
#ifndef TESTS_AGREEMENT_SHRINK_H
#define TESTS_AGREEMENT_SHRINK_H

#include "agreement/check.h"
#include "base/str.h"

/* The text of a program of one thing a line, for which check_program disagrees with that kind; *out is a smaller one
 * that does so, too. Gives up after the given number of attempts. */
void shrink_program(Run *run, const char *text, const CheckOptions *options, CheckKind kind, uint32_t attempts,
                    Str *out);

#endif
