/* One arbitrary element: programs in which elements of arrays are watched (program/watched.h). */
#ifndef CHORUS_PROGRAM_ANALYSIS_WATCH_H
#define CHORUS_PROGRAM_ANALYSIS_WATCH_H

#include "program/watched.h"

/* The watched program, for every run of p that ends in an error edge it has a run along the same edges, and more
 * beside. An edge has copies there, for the ways in which indices are watched ones or not: Edge.path is the one edge of
 * p. The checker's program has each edge once (kernel/watched.h), which are the same steps. */
Program *watch_program(Program *p, const ElementWatch *watch);

#endif
