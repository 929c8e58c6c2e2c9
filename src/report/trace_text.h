/* Counterexamples as text. */
#ifndef CHORUS_REPORT_TRACE_TEXT_H
#define CHORUS_REPORT_TRACE_TEXT_H

#include "base/str.h"
#include "report/steps.h"

/* Step i of the trace on one line, without a line break; columns are as wide as the whole trace needs. */
void report_add_step(Str *out, const ReportSteps *steps, uint32_t i);
/* The values of ReportStep.state on one line: "x = 1, l = 2". */
void report_add_state(Str *out, const ReportSteps *steps, uint32_t i);
/* The counterexample: arbitrary initial values, then one line a step. Of a long one only the steps that the failure
 * depends on (select.h), the others are counted, unless steps->shows_all. */
void report_add_trace(Str *out, const ReportSteps *steps);

#endif
