/* Traces of Boolean broadcast programs, prepared for people. */
#ifndef CHORUS_ENGINES_MC_STEPS_H
#define CHORUS_ENGINES_MC_STEPS_H

#include "engines/symmpa/explore/arrange.h"
#include "engines/symmpa/explore/bool_oracle.h"
#include "report/steps.h"

/* One entry a step of the trace, with the variables that changed, in whichever thread. Independent of the oracle
 * afterwards. */
ReportSteps *mc_steps_build(const BoolProgram *program, const BoolOracle *oracle, const AbstractTrace *trace);

#endif
