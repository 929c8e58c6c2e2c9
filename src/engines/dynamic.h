/* Errors that runs of the program itself come to, or suggest: random schedules under detectors of races and of circles
 * of locks. What is only suspected is looked for in runs that are steered towards it. */
#ifndef CHORUS_ENGINES_DYNAMIC_H
#define CHORUS_ENGINES_DYNAMIC_H

#include "engines/question/question.h"

/* What it may take. */
typedef struct DynamicEffort {
    uint32_t first; /* the number of the first run: those of one number are alike */
    uint32_t runs;  /* beside those that are steered */
    uint32_t steps; /* of one run */
    uint64_t work;  /* steps of all */
} DynamicEffort;

/* True: a run of the question's program that fails, replayed, and the verdict. Otherwise nothing is known. */
bool dynamic_find(const Question *question, DynamicEffort effort, Verdict *verdict);

#endif
