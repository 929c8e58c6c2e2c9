/* Completion of a trace that leaves loops too early: the rounds that are missing are added. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_COMPLETE_H
#define CHORUS_ENGINES_SYMMPA_REFINE_COMPLETE_H

#include "engines/symmpa/explore/arrange.h"
#include "program/analysis/loopcounter.h"

/* Where a step of the trace is impossible because of a loop counter only, the thread first goes round its loop, alone,
 * until the step is possible; the threads that it starts there never run. False when that leads nowhere. *complete
 * holds steps of the run's memory and shares the rest with trace. It is a candidate for a counterexample only, to be
 * simulated. */
bool trace_complete(Program *p, const LoopCounters *counters, const AbstractTrace *trace, AbstractTrace *complete);

#endif
