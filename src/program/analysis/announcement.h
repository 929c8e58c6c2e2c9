/* Edges that only announce something that no error edge asks for (program/monitor.h). */
#ifndef CHORUS_PROGRAM_ANALYSIS_ANNOUNCEMENT_H
#define CHORUS_PROGRAM_ANALYSIS_ANNOUNCEMENT_H

#include "program/program.h"

/* Per edge: whether it may be left out when it is asked only if the chosen error edges can be taken: every run to one
 * of them is one without such an edge, too. */
bool *announcements_unasked(const Program *p, const bool *errors);

#endif
