/* Does the library answer what the command prints? */
#ifndef TESTS_LIBRARY_GOLDEN_COMPARE_H
#define TESTS_LIBRARY_GOLDEN_COMPARE_H

#include "library_golden/answer.h"

#define REPORT_SIZE (2 * RESULT_SIZE)

/* Of the input and its X.expect. true: they agree. Otherwise report says where not; it ends in '\n'. */
bool compare_answer(const Answer *answer, const char *input, char report[REPORT_SIZE]);

#endif
