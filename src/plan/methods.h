/* The methods: what answers which question by itself. The first is the plan, which asks all rows of plan/table.h. A new
 * method is one file and one row. */
#ifndef CHORUS_PLAN_METHODS_H
#define CHORUS_PLAN_METHODS_H

#include "engines/question/question.h"

typedef struct Method {
    const char *name; /* of the method, in the words of its paper */
    const char *what; /* in one line */
    /* Whether it answers such questions; asked before the program is loaded, too. */
    bool (*answers)(const Question *question);
    /* Leaves by run_stop when interrupted or out of budget; *verdict then holds the statistics so far. */
    void (*run)(const Question *question, Verdict *verdict);
} Method;

/* The methods, the one that is asked first in front. */
const Method *method_list(uint32_t *count);
/* The first of a list that answers, or NULL. */
const Method *method_find(const Method *methods, uint32_t count, const Question *question);
/* Asks it; "unknown" when none of the list answers. */
void method_answer(const Method *methods, uint32_t count, const Question *question, Verdict *verdict);

#endif
