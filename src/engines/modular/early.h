/* Threads that may as well be there at the start.
 *
 * A thread that only starts others, step by step without a choice, sees nothing and is seen by nobody while it does:
 * these steps could as well all have been taken before any other. So a thread that such a step starts need not wait
 * for it, and nobody has to know whether it has been started. To let it not wait allows more runs, never fewer: a proof
 * is one of the program as given, too, and says so to the checker of certificates, who lets it wait. An interleaving
 * begins with all these steps (interleaving.c); should that be wrong it does not replay. */
#ifndef CHORUS_ENGINES_MODULAR_EARLY_H
#define CHORUS_ENGINES_MODULAR_EARLY_H

#include "proof/written_out.h"

typedef VEC(EdgeId) EarlySteps;

/* The steps of that kind at the beginning of a thread: edges of p, in their order. p: indexed. */
void early_steps(Program *p, TemplateId of, EarlySteps *out);
/* May the thread, one of p's, as well be there at the start? */
bool early_starts(Program *p, const ThreadOrigins *origins, uint32_t thread);

#endif
