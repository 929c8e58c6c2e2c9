/* Random programs, and the methods other than the first engine. */
#ifndef TESTS_AGREEMENT_INFERENCE_H
#define TESTS_AGREEMENT_INFERENCE_H

#include "agreement/check.h"

/* What the interpreter says of 1 to CHECK_THREADS threads, as far as it knows. */
typedef struct InferenceTruth {
    bool known[CHECK_THREADS + 1], fails[CHECK_THREADS + 1];
} InferenceTruth;

/* Compares the methods that infer contexts, on assertions or races of the program at `path`. False when something
 * disagrees, which *result says. */
bool inference_agrees(const char *path, const char *property, const InferenceTruth *truth, const CheckOptions *options,
                      CheckResult *result);

/* The same for modular verification, on assertions. */
bool modular_agrees(const char *path, const InferenceTruth *truth, const CheckOptions *options, CheckResult *result);

/* The same for reductions in lockstep. */
bool lockstep_agrees(const char *path, const InferenceTruth *truth, const CheckOptions *options, CheckResult *result);

#endif
