/* Merging of local steps (Lipton): runs of steps that no other thread can observe become one edge. */
#ifndef CHORUS_PROGRAM_ANALYSIS_MERGE_H
#define CHORUS_PROGRAM_ANALYSIS_MERGE_H

#include "program/program.h"

/* Marks on the way the locations (Loc.eager) from which every step is local or starts a thread, which cannot block, and
 * which are on no cycle of such steps; so running such a thread first, before any other, reaches the same errors. Only
 * when all threads are started by one single thread, because then no other competes for a bound on their number. A
 * cycle may contain starts of threads: such locations are eager as long as the bound on the number of threads is not
 * reached.
 *
 * A program over the same variables whose edges are paths of p (Edge.path: edges of p) and in which the same error
 * edges can be taken. Input variables get the instance "position in the path". With merge_local false every edge
 * stays a path of length one. drop_dead: assignments to locals that are dead afterwards are left out; only for those
 * who look at no dead locals (masking), since what is known of one would be of its older value. */
Program *merge_program(Program *p, bool merge_local, bool drop_dead);

#endif
