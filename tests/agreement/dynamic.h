/* Random programs under random schedules. */
#ifndef TESTS_AGREEMENT_DYNAMIC_H
#define TESTS_AGREEMENT_DYNAMIC_H

#include "agreement/inference.h"
#include "program/program.h"

/* Runs the program fast (engines/dynamic/executor.h) and makes each run again by the reference interpreter, step by
 * step: the values must be the same at the end. Then what the row of the plan tells is held against the truth, of the
 * program as it is: truth; NULL: that is not asked. accessing: see Question. False when something disagrees, which
 * *result says. */
bool dynamic_agrees(Program *p, Program *accessing, const InferenceTruth *truth, CheckResult *result);

#endif
