/* The passes that every engine's program goes through. */
#ifndef CHORUS_PROGRAM_ANALYSIS_MERGED_H
#define CHORUS_PROGRAM_ANALYSIS_MERGED_H

#include "program/program.h"

/* What is left of a program. */
typedef struct MergedOptions {
    bool merge;         /* local steps are joined */
    bool mask;          /* locals are forgotten where they are dead */
    bool drop_branches; /* that make no difference are left out: of a run only simulate.h makes one of the program */
} MergedOptions;

/* The program after slicing and merging, as engines see it (dump --stage=merged). Stops the run when a pass has made
 * something that is no program. */
Program *merged_program(Program *program, MergedOptions options);

#endif
