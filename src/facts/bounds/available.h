/* What a thread knows of its own locals wherever it is: guards that it has passed, and what it has assigned, as long as
 * nothing of that was assigned anew. So the size of an array of n elements is known in the loop that fills it. */
#ifndef CHORUS_FACTS_BOUNDS_AVAILABLE_H
#define CHORUS_FACTS_BOUNDS_AVAILABLE_H

#include "program/program.h"

typedef struct Available Available;
typedef VEC(Term) AvailableTerms;

/* Of an indexed program; of the run. NULL: it is too large to be looked at. */
Available *available_new(Program *p);
/* Adds to the terms what is known at the location and has to do with the condition, directly or through others. */
void available_add(const Available *a, LocId at, Term condition, AvailableTerms *terms);

#endif
