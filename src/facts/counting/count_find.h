/* Finds values that count threads (program/counted.h). */
#ifndef CHORUS_FACTS_COUNTING_COUNT_FIND_H
#define CHORUS_FACTS_COUNTING_COUNT_FIND_H

#include "program/counted.h"

/* May there be any? Threads without number may exist, and the program is not too large. */
bool counts_may_be(const Program *p);
/* Those of an unmerged, indexed program with machine integers in which threads without number may exist; together they
 * are an invariant. NULL: none. Memory of the run. */
const ThreadCounts *counts_find(Program *p);

#endif
