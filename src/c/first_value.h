/* Variables without a first value: those of memory that malloc gives, and locals of the first thread that others can
 * reach. Where the thread sets one before anybody can read it, the value before makes no difference, and is said to be
 * the one that it is set to. What counts something counts from a known number then, and fewer values are arbitrary. */
#ifndef CHORUS_C_FIRST_VALUE_H
#define CHORUS_C_FIRST_VALUE_H

#include "program/program.h"

/* Gives shared scalars of a finished program a value at first, where no run can tell. */
void first_values_find(Program *p);

#endif
