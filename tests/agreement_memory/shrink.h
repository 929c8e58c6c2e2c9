/* A smaller program of which the same answer is wrong. */
#ifndef TESTS_AGREEMENT_MEMORY_SHRINK_H
#define TESTS_AGREEMENT_MEMORY_SHRINK_H

#include "agreement_memory/check.h"

/* Makes *p smaller, as long as the question has a wrong answer; *result is that of what is left. */
void shrink_program(MemoryProgram *p, const CheckOptions *options, uint32_t attempts, CheckResult *result);

#endif
