/* The survey of cells against the oracle: a cell that is called safe must not be raced for in any run. */
#ifndef TESTS_AGREEMENT_C_SURVEY_H
#define TESTS_AGREEMENT_C_SURVEY_H

#include "agreement_c/explore.h"

typedef struct SurveyAnswer {
    uint32_t cells, safe;
    bool is_wrong;
    char why[200]; /* where it is wrong, or why there is no survey */
} SurveyAnswer;

/* path: the program for Chorus. The native one is still loaded. */
SurveyAnswer survey_compare(const char *path, const Exploration *truth, bool is_32_bit);

#endif
