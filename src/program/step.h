/* What an edge does to a term: the state after a step in terms of the state before it (weakest preconditions).
 *
 * Everything uses these but the checker of certificates, which shares nothing with the search and has its own. */
#ifndef CHORUS_PROGRAM_STEP_H
#define CHORUS_PROGRAM_STEP_H

#include "program/program.h"

/* Whose variables something speaks of: the shared ones only, or the locals of the thread that takes the step, of one
 * that stands by, of the one that the step starts (and the shared variables). */
typedef enum Space { SPACE_SHARED, SPACE_ACTIVE, SPACE_PASSIVE, SPACE_CHILD } Space;

/* Instances of locals in terms about a step; those of the active thread have instance 0, as in the program. */
#define INSTANCE_PASSIVE 1
#define INSTANCE_CHILD 2 /* arbitrary values that the started thread's locals have at its start */

/* The value that the edge assigns to the variable; TERM_NONE: it leaves it as it is. */
Term step_value(const Edge *e, VarId v);
/* Does it assign the variable? */
bool step_assigns(const Edge *e, VarId v);
/* The argument that the edge gives for a parameter of the thread it starts; TERM_NONE: none. */
Term step_argument(const Edge *e, VarId v);
/* Is the local's value arbitrary when its thread starts? start: the edge that starts the thread, NULL for those that
 * exist from the beginning. */
bool step_starts_arbitrary(const Program *p, VarId v, const Edge *start);
/* t, which speaks of variables after the edge's step (instance 0, no inputs), in terms of the state before it. Locals
 * are those of the active thread (SPACE_ACTIVE; SPACE_SHARED, should there be any); of a passive one: at
 * INSTANCE_PASSIVE; of the started one: its arguments and initial values, arbitrary ones at INSTANCE_CHILD. */
Term step_before(const Program *p, const Edge *e, Term t, Space space);
/* The same without a step: t now, with the locals of the active or a passive thread. */
Term step_now(Program *p, Term t, Space space);

#endif
