/* Cycles of locations. */
#ifndef CHORUS_PROGRAM_ANALYSIS_CYCLES_H
#define CHORUS_PROGRAM_ANALYSIS_CYCLES_H

#include "program/program.h"

/* Breaks every cycle of locations that are not cut, by cutting the targets of edges that close one: a depth-first
 * search of the graph of those locations alone. Roots are first those that are entered from cut locations, so that cuts
 * are where control enters a loop. through_starts: edges that start threads count, too. */
void cycles_break(const Program *p, bool *cut, bool through_starts);

#endif
