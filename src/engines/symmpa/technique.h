/* What may make progress on an abstract trace that no concrete run follows. */
#ifndef CHORUS_ENGINES_SYMMPA_TECHNIQUE_H
#define CHORUS_ENGINES_SYMMPA_TECHNIQUE_H

#include "engines/symmpa/refine/simulate.h"
#include "engines/symmpa/state.h"

typedef enum Progress {
    PROGRESS_NONE,
    PROGRESS_REFINED, /* the abstraction has learnt something */
    PROGRESS_FINAL    /* the verdict is final */
} Progress;

/* Which of the techniques are tried. */
typedef enum TechniqueGroup {
    GROUP_TRACE = 1,      /* on this trace: an error near it, its spurious steps */
    GROUP_PREDICATES = 2, /* predicates and other facts, for all traces */
    GROUP_STUCK = 4       /* searches for an error when nothing else has made progress */
} TechniqueGroup;

/* A spurious trace: as it was found, and its path, simulated. */
typedef struct Spurious {
    const AbstractTrace *trace;
    const Path *path;
} Spurious;

/* Tries the techniques of these groups (a sum) in the order of the list, until one makes progress. `trace` may be NULL
 * without GROUP_TRACE. The abstraction is not refreshed. */
Progress techniques_try(Cegar *c, const AbstractTrace *trace, const Path *path, unsigned groups);

uint32_t technique_count(void);
/* NULL after the last: its name, and that of the statistic of how often it made progress. */
const char *technique_name(uint32_t i);
const char *technique_statistic(uint32_t i);
/* Its number in the list; TECHNIQUES_MAX when there is none of that name. */
uint32_t technique_find(const char *name);

#endif
