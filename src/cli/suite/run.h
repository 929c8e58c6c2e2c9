/* Checks the tasks of a suite, several at a time: a child process for each, and one loop that reads what they say and
 * watches their limits. */
#ifndef CHORUS_CLI_SUITE_RUN_H
#define CHORUS_CLI_SUITE_RUN_H

#include "cli/arguments/suite.h"
#include "cli/suite/suite.h"

/* Checks all tasks; ends early, with is_interrupted, when the process is asked to stop. */
void suite_run(Suite *suite, const SuiteOptions *options);

#endif
