/* The effect of one edge of a trace: what it reads, changes, creates and decides. A read of a shared variable is noted
 * even when the step only keeps it in a temporary: it is what makes an interleaving understandable. */
#ifndef CHORUS_REPORT_EFFECT_H
#define CHORUS_REPORT_EFFECT_H

#include "report/builder.h"

/* Takes one edge: its reads, changes, creations and condition go into b->step, its effect into the values. */
void effect_take_edge(ReportBuilder *b, const Edge *edge);

/* The same, but only its changes and creations are noted: one of many such steps. */
void effect_take_folded(ReportBuilder *b, const Edge *edge);

#endif
