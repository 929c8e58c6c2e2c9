/* Refine: is an abstract error real? If not, what is to be learnt from it? ("Race Checking by Context Inference",
 * section 5.) */
#ifndef CHORUS_ENGINES_CIRC_REFINE_H
#define CHORUS_ENGINES_CIRC_REFINE_H

#include "engines/circ/interleave.h"
#include "engines/circ/probe.h"
#include "program/analysis/loopcounter.h"
#include "program/trace.h"

typedef enum RefineResult {
    REFINE_REAL,       /* Refinement.trace replays */
    REFINE_COUNTER,    /* k is to be increased */
    REFINE_PREDICATES, /* there are new ones */
    REFINE_STUCK,      /* nothing is learnt from this one (Refinement.why); there may be others */
    REFINE_UNKNOWN     /* Refinement.why */
} RefineResult;

typedef struct Refinement {
    Program *reported; /* which counterexamples are traces of: monitored when races are asked */
    Probe *probe;
    const LoopCounters *counters;
    Predicates *predicates;
    Smt *smt;
    Trace *trace;
    const char *why;
} Refinement;

RefineResult refine_on_trace(Refinement *r, const System *s, const ContextOrigins *origins, const SystemTrace *trace);

#endif
