/* Cones of influence of error edges: the variables to begin a localization with (part.h). */
#ifndef CHORUS_PROGRAM_ANALYSIS_CONE_H
#define CHORUS_PROGRAM_ANALYSIS_CONE_H

#include "program/program.h"

typedef struct Cones Cones;

/* What edges of the program read and write, for cones_find. Memory of the run, given back by cones_free. */
Cones *cones_new(Program *p);
void cones_free(Cones *cones);

/* Per variable of the program: is the error edge likely to depend on it? Closed in the sense of part_close. A guess, in
 * the sense that a proof may need fewer variables, or more. The caller frees it. */
bool *cones_find(Cones *cones, EdgeId error);

#endif
