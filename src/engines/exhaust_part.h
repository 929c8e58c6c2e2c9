/* Proofs by looking at every state of what is left of a program without the variables that take many values: data that
 * threads count up or pass on, on which whether they wait for each other does not depend. */
#ifndef CHORUS_ENGINES_EXHAUST_PART_H
#define CHORUS_ENGINES_EXHAUST_PART_H

#include "engines/exhaust.h"

typedef struct PartExhaustion {
    Exhaustion found;
    bool *kept; /* per variable */
} PartExhaustion;

/* As exhaust_find and exhaust_prove, of the program that is localized to the other variables
 * (program/analysis/part.h). False: all variables take few values in random runs, or there is no such proof. Which
 * variables are left out is a guess, which costs a search where it is wrong: what is proved without them is proved. */
bool exhaust_part_find(const Question *question, Program *rest, StateLimit limit, PartExhaustion *part);
void exhaust_part_prove(const Question *question, Program *rest, const PartExhaustion *part, Proof *proof,
                        Verdict *verdict);

#endif
