/* Repetition in long traces: many threads that do the same one after the other, which one printed step stands for. */
#ifndef CHORUS_REPORT_FOLD_H
#define CHORUS_REPORT_FOLD_H

#include "program/trace.h"

/* The steps [from, end) of a trace are some rounds more of what comes before `from`. */
typedef struct TraceFold {
    uint32_t from, end; /* equal: nothing is folded */
    uint32_t period;    /* steps of a round */
} TraceFold;

/* Of a trace with little repetition nothing is folded. The rounds at both ends of the repetition stay. */
TraceFold fold_find(const Trace *trace);
/* The first and the last thread of those that take over from each other in the fold; if one thread does it all, of
 * those that it starts (false then). */
bool fold_threads(const Trace *trace, const TraceFold *fold, uint32_t *first, uint32_t *last);

#endif
