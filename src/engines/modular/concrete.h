/* Facts about single states, for programs in which threads depend on one another in a circle.
 *
 * What is needed to exclude a move is found backwards from the error (modular.h): conditions that in a chain speak of
 * few threads. In a circle they speak of all, and of states that are never reached, of which there may be no end. So
 * when many conditions were needed for one move, paths are followed forwards, too: the first move that is impossible
 * from the very state in which the path has it, which is a reachable one as far as all others before are possible. The
 * fact is about that state, and excludes all but what the environment can get to from there. In a query only moves
 * after the start of its computation are looked at: before it, others may have set anything.
 *
 * Like all facts these are proved: which states are picked is a matter of luck, not of soundness. */
#ifndef CHORUS_ENGINES_MODULAR_CONCRETE_H
#define CHORUS_ENGINES_MODULAR_CONCRETE_H

#include "engines/modular/search.h"

/* True: there is a new fact, and the path is none any more. */
bool concrete_exclude(QuerySearch *s, const SequentialPath *path);

#endif
