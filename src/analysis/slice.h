/* Making a program small without changing which error edges can be taken. */
#ifndef CHORUS_ANALYSIS_SLICE_H
#define CHORUS_ANALYSIS_SLICE_H

#include "program/program.h"

/* A copy with the same variables, locations and edges (same ids), in which
 * - variables that no edge ever assigns and that start with a constant are replaced by it (shared ones; locals
 *   likewise unless they are parameters),
 * - assignments to variables that no guard depends on, directly or through other assignments, are dropped,
 * - edges whose guard is false are dropped (their guard stays false). */
Program *slice_program(Program *p);

#endif
