/* What is different between a suite that has run and the table of an earlier run. */
#ifndef CHORUS_CLI_SUITE_COMPARE_H
#define CHORUS_CLI_SUITE_COMPARE_H

#include "cli/files/input.h"
#include "cli/files/output.h"
#include "cli/suite/suite.h"

/* What is different from an earlier table with the columns task, property, verdict and seconds. false after
 * input_fail. */
bool suite_add_comparison(Output *out, const Suite *suite, const char *path, InputError *error);

#endif
