/* The C library of this machine: what the tables lack may still be its. */
#ifndef CHORUS_C_LIBRARY_MACHINE_H
#define CHORUS_C_LIBRARY_MACHINE_H

#include <stdbool.h>

/* Whether its libc or libm has a function or a variable of the name. */
bool machine_has(const char *name);

#endif
