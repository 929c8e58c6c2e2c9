/* Merging of local steps (Lipton): runs of steps that no other thread can observe become one edge. */
#ifndef CHORUS_ANALYSIS_MERGE_H
#define CHORUS_ANALYSIS_MERGE_H

#include "program/program.h"

/* A program over the same variables whose edges are paths of p (Edge.path: edges of p) and in which the same error
 * edges can be taken. Input variables get the instance "position in the path". With merge_local false every edge
 * stays a path of length one. */
Program *merge_program(Program *p, bool merge_local);

#endif
