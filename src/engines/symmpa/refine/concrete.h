/* A search of concrete states for an error, depth first: finds errors that need many particular steps, where an
 * abstraction would need as many predicates. It proves nothing. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_H

#include "program/analysis/dependence.h"
#include "program/trace.h"

typedef struct ConcreteResult {
    uint64_t states;
    bool found; /* then *trace has the threads at the start and, of each step, thread, edge and child */
} ConcreteResult;

/* Of a merged program whose dependence knows all variables, with n threads (as Program.counts_initial says), at most
 * `limit` states. Arbitrary initial values are 0, arbitrary inputs 0, 1, or a constant of the program, arrays all 0.
 * Takes no over-approximated edge. */
ConcreteResult concrete_search(Program *p, const Dependence *dependence, uint32_t n, uint64_t limit, Trace *trace);

#endif
