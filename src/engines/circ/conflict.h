/* Which abstract states are errors: races ("Race Checking by Context Inference", section 4.1), and failing assertions.
 */
#ifndef CHORUS_ENGINES_CIRC_CONFLICT_H
#define CHORUS_ENGINES_CIRC_CONFLICT_H

#include "engines/circ/reach.h"

typedef struct Conflicts {
    const System *system;
    const MonitorQuestion *asks; /* NULL: races are not asked */
    const Intern *left_out;      /* errors that are not looked for: see conflicts_leave_out; NULL: none */
    Intern ids;                  /* questions asked of the solver */
    VEC(bool) answers;
} Conflicts;

void conflicts_init(Conflicts *c, const System *system, const MonitorQuestion *asks);
void conflicts_clear(Conflicts *c);
/* Can the main thread in that state make the access of the edge, and a context thread the write, to a common byte? */
bool conflicts_meet(Conflicts *c, const SystemState *state, EdgeId edge, uint32_t access, uint32_t write);
/* Has such an error left out from now on. */
void conflicts_leave_out(Intern *left_out, const AbstractError *error);
/* An edge of the main thread that fails; or two accesses to a common byte: one of the main thread, and a writing one of
 * a context thread, at most one of the two being at an atomic location, and no third. That the main thread writes and
 * the context thread reads is not asked: with the reader as main thread the other one is in the context. */
bool conflicts_has_error(Conflicts *c, const SystemState *state, AbstractError *error);

#endif
