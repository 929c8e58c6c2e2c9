/* The two accesses of a data race, for people. */
#ifndef CHORUS_REPORT_RACE_H
#define CHORUS_REPORT_RACE_H

#include "report/builder.h"

/* What ends a trace of a program whose races are error edges (program/monitor.h); NULL: not a race. After the last
 * step. */
ReportRace *report_race_build(ReportBuilder *b);
/* What the access is: "writes `x`", "reads 4 bytes of `a[]` atomically". */
void report_add_access(Str *out, const ReportAccess *access);
/* Several lines: the object, both accesses, where the threads come from. */
void report_add_race(Str *out, const ReportSteps *steps);

#endif
