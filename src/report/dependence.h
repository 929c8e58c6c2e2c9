/* Which steps of a trace the failure depends on: a dynamic slice. Going forward, each step notes the steps that wrote
 * the values that it uses; at the end the failing step is followed backwards. Of decisions only those count that used
 * what another thread wrote, the last one before the failure, and those within a statement (a && b): with all of them
 * nearly every step of a loop would be in the slice. It chooses what people are shown, and decides nothing. */
#ifndef CHORUS_REPORT_DEPENDENCE_H
#define CHORUS_REPORT_DEPENDENCE_H

#include "report/builder.h"

/* No step has been taken. */
void dependence_init(ReportBuilder *b);
/* Frees what was noted of variables. */
void dependence_clear(ReportBuilder *b);
/* Notes what the edge of b->trace_step uses and writes; before its effect goes into the values. */
void dependence_take_edge(ReportBuilder *b, const Edge *edge);
/* The same of one of many steps that do the same: it wrote shared variables; what it used is not followed further. */
void dependence_take_folded(ReportBuilder *b, const Edge *edge);
/* The step of the trace that wrote what the thread finds in the variable (of an array: in this element) before the
 * step at hand; NO_ID: nobody did, it is the initial value. */
uint32_t dependence_writer(const ReportBuilder *b, VarId var, uint64_t index);
/* For each step of the trace, once all are taken, how much the failure depends on it. */
const Relevance *dependence_relevances(ReportBuilder *b);

#endif
