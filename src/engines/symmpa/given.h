/* Predicates that the user gives. */
#ifndef CHORUS_ENGINES_SYMMPA_GIVEN_H
#define CHORUS_ENGINES_SYMMPA_GIVEN_H

#include "engines/symmpa/abstraction/predicate.h"

/* Adds those over variables that the merged program still reads. What slicing has taken out is not followed any more,
 * so that nothing true can be said of it: such a predicate is left out, with a note. */
void given_add(Predicates *set, const Term *terms, uint32_t count);
/* The same for predicates that earlier questions have needed, without notes. */
void given_add_learned(Predicates *set, const Term *terms, uint32_t count);

#endif
