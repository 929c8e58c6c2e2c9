/* Who waits for what in a deadlock, for people. */
#ifndef CHORUS_REPORT_DEADLOCK_H
#define CHORUS_REPORT_DEADLOCK_H

#include "report/builder.h"

/* What the step of the thread at hand, which it is about to take, does with a condition variable: a note of the step,
 * which is shown for it. */
void deadlock_take_event(ReportBuilder *b, const Edge *e);
/* Who waits at the end of a trace that ends in a deadlock; NULL: it ends in something else. After the last step. */
ReportDeadlock *report_deadlock_build(ReportBuilder *b);
/* "main waits for `m`, which worker has", without the place. */
void report_add_waiter(Str *out, const ReportSteps *steps, const ReportWaiter *waiter);
/* What is to be known of what it waits for: who has it and where it was taken, or who signalled last. False: nothing.
 */
bool report_add_wait_cause(Str *out, const ReportSteps *steps, const ReportWaiter *waiter);
/* Several lines: each that waits. */
void report_add_deadlock(Str *out, const ReportSteps *steps);

#endif
