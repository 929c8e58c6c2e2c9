/* The list of engines: what answers which question. A new engine is one file and one row. */
#ifndef CHORUS_PLAN_METHODS_H
#define CHORUS_PLAN_METHODS_H

#include "engine/question.h"

typedef struct Engine {
    const char *name;       /* of the method, in the words of its paper */
    const char *properties; /* what it answers, for people: "unreach-call" */
    const char *what;       /* in one line */
    /* Whether it answers such questions; asked before the program is loaded, too. */
    bool (*answers)(const Question *question);
    /* Leaves by run_stop when interrupted or out of budget; *verdict then holds the statistics so far. */
    void (*run)(const Question *question, Verdict *verdict);
} Engine;

/* The engines, the one that is asked first in front. */
const Engine *engine_list(uint32_t *count);
/* The first of a list that answers, or NULL. */
const Engine *engine_find(const Engine *engines, uint32_t count, const Question *question);
/* Asks it; "unknown" when none of the list answers. */
void engine_answer(const Engine *engines, uint32_t count, const Question *question, Verdict *verdict);

#endif
