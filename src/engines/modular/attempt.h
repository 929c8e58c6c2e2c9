/* Errors that are many turns of many threads away: instead of asking one thread after the other what it can do, the
 * program is run from where a violating path starts. */
#ifndef CHORUS_ENGINES_MODULAR_ATTEMPT_H
#define CHORUS_ENGINES_MODULAR_ATTEMPT_H

#include "engines/modular/path.h"

typedef struct Attempts {
    VEC(TraceValues) tried; /* initial values */
} Attempts;

/* A run of the program as given, interrupted at few places, that fails; its shared variables start with the values of
 * the path, of the whole program or of a query; each such start is tried once, and arbitrary ones
 * at the first time. NULL: none was found, which proves
 * nothing. */
Trace *attempt_error(Attempts *attempts, const SequentialPath *path);

#endif
