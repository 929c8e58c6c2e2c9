/* Which locks threads hold, followed through a trace. Locks of the thread library are told by their variables, those
 * that a program makes itself by what is known of all its states (facts/exclusion/lockset.h). For people: nothing else
 * looks at them. */
#ifndef CHORUS_REPORT_HELD_H
#define CHORUS_REPORT_HELD_H

#include "report/builder.h"

/* A variable gets a value in the step that is being built. before: NULL = not known. */
void held_take_value(ReportBuilder *b, VarId v, const Value *before, const Value *after);
/* The step is over. */
void held_take_step(ReportBuilder *b);
/* What the thread holds, in the order in which it was taken. */
void held_by(const ReportBuilder *b, uint32_t thread, ReportLocks *out);

#endif
