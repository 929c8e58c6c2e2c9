/* A checker of sequential programs by decision diagrams: exact, for programs of Booleans and bit-vectors, as long as
 * the diagrams stay small. No predicates have to be found. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_DIAGRAMS_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_DIAGRAMS_H

#include "engines/modular/checker.h"

/* See SequentialChecker.check; self: not used. */
void diagrams_check(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out);

#endif
