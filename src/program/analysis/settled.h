/* Guards in which locals that always have one value there are that value: `e` of a compare-and-swap loop that sets
 * e = 0 before each try. */
#ifndef CHORUS_PROGRAM_ANALYSIS_SETTLED_H
#define CHORUS_PROGRAM_ANALYSIS_SETTLED_H

#include "program/program.h"

/* Replaces them in guards that speak of shared variables, too; runs stay the same. The program is indexed. */
void settle_guards(Program *p);

#endif
