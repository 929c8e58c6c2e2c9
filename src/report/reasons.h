/* Why accesses do not race, as text: what is accessed, and the reasons. */
#ifndef CHORUS_REPORT_REASONS_H
#define CHORUS_REPORT_REASONS_H

#include "report/report.h"

/* How many pairs of accesses there are, and a line for each group of what is accessed for the same reasons. */
void report_add_reasons(Str *out, const ReportProof *proof);

#endif
