/* The checkers of sequential programs, chosen by name: "diagrams" (diagrams.h), "loop" (the CEGAR loop about one
 * thread, which whoever chooses brings along), "auto" (the first, and the second where the first has no answer), or the
 * command of another tool (external.h), in which "{file}" stands. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_CHECKERS_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_CHECKERS_H

#include "engines/modular/checker.h"
#include "engines/modular/sequential/external.h"

typedef struct Checkers {
    const char *name; /* NULL: "auto" */
    const char *safe, *violated;
    SequentialChecker loop;
} Checkers;

/* Why there is no such checker, one line; NULL: there is. The text belongs to the run. */
const char *checkers_problem(Run *run, const char *name, const char *safe, const char *violated);
/* The one that is chosen. */
SequentialChecker checkers_chosen(Checkers *checkers);

#endif
