/* Well-formedness of Boolean broadcast programs. */
#ifndef CHORUS_PROGRAM_BOOLPROG_CHECK_H
#define CHORUS_PROGRAM_BOOLPROG_CHECK_H

#include "program/boolprog/boolprog.h"

/* Well-formedness: NULL, or why not. Asked after parsing and after every transformation; a program for which it says
 * NULL has a meaning for every number of threads. */
const char *boolprog_check(const BoolProgram *p);

#endif
