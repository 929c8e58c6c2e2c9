/* Making a program small without changing which error edges can be taken. */
#ifndef CHORUS_PROGRAM_ANALYSIS_SLICE_H
#define CHORUS_PROGRAM_ANALYSIS_SLICE_H

#include "program/program.h"

/* A copy with the same variables, locations and edges (same ids), in which
 * - variables of which only one constant can ever be read are replaced by it,
 * - assignments to variables that no guard depends on, directly or through other assignments, are dropped,
 * - edges whose guard is false are dropped (their guard stays false),
 * - of branches that make no difference one way is left, with drop_branches (program/analysis/branches.h). */
Program *slice_program(Program *p, bool drop_branches);

#endif
