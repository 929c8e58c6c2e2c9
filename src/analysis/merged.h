/* The passes that every engine's program goes through. */
#ifndef CHORUS_ANALYSIS_MERGED_H
#define CHORUS_ANALYSIS_MERGED_H

#include "program/program.h"

/* The program after slicing and merging, as engines see it (dump --stage=merged). merge: join local steps; mask: forget
 * locals where they are dead. Stops the run when a pass has made something that is no program. */
Program *merged_program(Program *program, bool merge, bool mask);

#endif
