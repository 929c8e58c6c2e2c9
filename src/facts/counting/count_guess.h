/* Guesses which values count threads, and what a thread weighs where. */
#ifndef CHORUS_FACTS_COUNTING_COUNT_GUESS_H
#define CHORUS_FACTS_COUNTING_COUNT_GUESS_H

#include "program/counted.h"

/* What was seen of a candidate at a location: at most two weights, and which locals were zero with which. */
typedef struct SeenWeights {
    int weight[2];
    uint32_t count;
    uint8_t *locals; /* per local of the template: bit 2 * (which weight) + (is not zero) */
} SeenWeights;

typedef struct CountCandidate {
    ThreadCount count;
    uint32_t part_of;  /* that candidate says more, if it holds; NO_ID: there is none */
    bool hands_on;     /* what a thread has added is that of the thread which it starts then */
    bool is_out;       /* random runs do not say so */
    bool is_broken;    /* some edge does not keep it: none at first */
    SeenWeights *seen; /* per location */
} CountCandidate;

typedef VEC(CountCandidate) CountCandidates;

/* Appends candidates. Memory of the run. */
void counts_guess(Program *p, CountCandidates *all);
/* There may be many threads of it; false for none (NO_ID). */
bool counts_is_many(const Program *p, TemplateId t);

#endif
