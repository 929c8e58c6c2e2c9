/* Makes a program that disagrees smaller. */
#ifndef TESTS_AGREEMENT_C_SHRINK_H
#define TESTS_AGREEMENT_C_SHRINK_H

#include "agreement_c/check.h"

/* The smaller program, marked; NULL when it does not disagree again. attempts: programs to try at most. */
const char *shrink_program(Run *run, const char *marked, const CheckOptions *options, uint32_t attempts,
                           CheckResult *result);

#endif
