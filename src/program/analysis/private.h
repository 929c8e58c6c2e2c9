/* Shared variables whose accesses no other thread can notice. */
#ifndef CHORUS_PROGRAM_ANALYSIS_PRIVATE_H
#define CHORUS_PROGRAM_ANALYSIS_PRIVATE_H

#include "program/program.h"

/* Per variable: is it private? Yes for locals and inputs; for a shared variable when only edges of one template read or
 * write it, of which at most one thread ever exists, or when no edge writes it. Accesses to such variables commute
 * with all steps of other threads, as those to a thread's locals do. The cardinalities must be known. */
bool *private_variables(const Program *p);

#endif
