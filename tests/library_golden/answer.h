/* What the library answers to the question of a golden test. */
#ifndef TESTS_LIBRARY_GOLDEN_ANSWER_H
#define TESTS_LIBRARY_GOLDEN_ANSWER_H

#include "library_golden/question.h"

#define RESULT_SIZE 4096

/* Of one property. */
typedef struct Told {
    const char *property;
    ChorusVerdict verdict;
    bool is_of_interleavings; /* see chorus_memory */
    char result[RESULT_SIZE]; /* without places of this machine */
} Told;

typedef struct Answer {
    int status; /* what the command's would be */
    bool is_several;
    Told told[PROPERTIES_MAX + 1];
    size_t count;
    char error[RESULT_SIZE]; /* where the status is that of no verdict */
} Answer;

void answer_get(Answer *answer, Question *question);

#endif
