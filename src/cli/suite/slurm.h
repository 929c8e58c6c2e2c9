/* Suites as array jobs of Slurm. */
#ifndef CHORUS_CLI_SUITE_SLURM_H
#define CHORUS_CLI_SUITE_SLURM_H

#include "cli/arguments/suite.h"
#include "cli/suite/suite.h"

/* Checks all tasks that are not done. False after a complaint, when there is no job; otherwise ends early, with
 * is_interrupted, when the process is asked to stop or the job has ended without all results. */
bool suite_run_slurm(Suite *suite, const SuiteOptions *options);

#endif
