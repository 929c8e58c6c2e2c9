/* A search of concrete states for a short run to an error: by breadth, once an error is known. It proves nothing. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_SHORT_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_SHORT_H

#include "program/analysis/dependence.h"
#include "program/trace.h"

/* What a run costs its reader: its steps, each switch of thread, and what the error is about. */
#define SWITCH_COST 2

typedef struct ShortQuestion {
    const Trace *known;     /* a run to such an error, of the unmerged program: its values are tried, too */
    uint64_t known_cost;    /* only runs that cost less are looked for */
    Property property;      /* errors of this one */
    const uint32_t *wanted; /* per edge of the merged program: what its error costs beside the run */
    uint64_t limit;         /* states that are looked at */
} ShortQuestion;

/* Of a merged program whose dependence knows all variables, with n threads. True: *trace has the threads at the start
 * and, of each step, thread, edge and child. */
bool concrete_search_short(Program *p, const Dependence *dependence, uint32_t n, const ShortQuestion *question,
                           Trace *trace);

#endif
