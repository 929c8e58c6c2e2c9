/* Predicates that proofs about watched elements are likely to need. */
#ifndef CHORUS_PROGRAM_ANALYSIS_WATCH_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_WATCH_SEED_H

#include "program/watched.h"

typedef VEC(Term) WatchTerms;

/* Adds such predicates, over the watched program of p. */
void watch_seed(Program *p, Program *watched, const ElementWatch *watch, WatchTerms *out);
/* Is some element accessed by its number that a thread, or the one that started it, has copied from a counter of the
 * program? Then elements may belong to one thread each though no lock says so. */
bool watch_is_drawn(Program *p, const ElementWatch *watch);

#endif
