/* From a plan to an interleaving of the program as given. */
#ifndef CHORUS_ENGINES_MODULAR_INTERLEAVING_H
#define CHORUS_ENGINES_MODULAR_INTERLEAVING_H

#include "engines/modular/path.h"

/* The plan from the initial state that the path begins with. It need not replay: that is to be asked. */
Trace *interleaving_of(const SequentialPath *path, const ModularPlan *plan);
/* Why the trace proves nothing, although it replays: it takes an over-approximated edge; NULL: it does not. */
const char *interleaving_is_approximate(const Program *p, const Trace *trace);

#endif
