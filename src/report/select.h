/* Which steps of a long trace are printed: those that the failure depends on (dependence.h), where it ends in a race
 * those in which threads are created, locks change hands and threads take over, and always the last one. */
#ifndef CHORUS_REPORT_SELECT_H
#define CHORUS_REPORT_SELECT_H

#include "report/steps.h"

/* For each step, whether it is shown; owned by the run. */
bool *report_select(Run *run, const ReportSteps *steps);

#endif
