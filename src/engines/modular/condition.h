/* Conditions before and after moves of environments: what they are strengthened and weakened by. */
#ifndef CHORUS_ENGINES_MODULAR_CONDITION_H
#define CHORUS_ENGINES_MODULAR_CONDITION_H

#include "engines/modular/search.h"

Term condition_conjunction(const Modular *m, const ModularTerms *terms);
/* Appends the conjuncts of t. */
void condition_conjuncts(const Modular *m, Term t, ModularTerms *out);
/* Strengthens `from` by something that holds at the point, but never where the answer's condition does; false: by
 * nothing. */
bool condition_strengthen(QuerySearch *s, const PathPoint *point, Term condition, ModularTerms *from);
/* The same by a promise that is broken at the point, when the answer's condition implies it. */
bool condition_strengthen_by_promise(QuerySearch *s, LocId at, Term condition, ModularTerms *from);
/* The point's condition with the point's values of what the environment does not touch: what is left speaks of the
 * environment only, and the point's state after the move has it still. */
Term condition_of_environment(const QuerySearch *s, const PathPoint *point);
/* The guards that the path passes, as far as they speak of the environment only: conjuncts, each or its negation, that
 * the state after the point's move has. */
Term condition_of_state(const QuerySearch *s, const PathPoint *point);

#endif
