/* Why nothing orders the two accesses of a race: locks, atomicity, creation and joining of threads, in words. */
#ifndef CHORUS_REPORT_UNORDERED_H
#define CHORUS_REPORT_UNORDERED_H

#include "report/builder.h"

/* One line; owned by the run. first, last: the steps that announce the accesses. */
const char *unordered_text(ReportBuilder *b, const ReportRace *race, uint32_t first, uint32_t last);
/* " `m` and `n` to read" */
void unordered_add_locks(Str *out, const ReportLocks *locks);

#endif
