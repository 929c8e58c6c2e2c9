/* Which variables are computed from one another, or compared: a hint for the order of variables in decision diagrams,
 * whose bits should be near each other then, and far from one another otherwise. Nothing rests on it. */
#ifndef CHORUS_PROGRAM_RELATED_H
#define CHORUS_PROGRAM_RELATED_H

#include "program/program.h"

/* Per variable: the least one of its group, VarId.i. Of the run. */
uint32_t *program_related(const Program *p);

#endif
