/* Random .scpl programs in which threads keep to a discipline: locks for elements of arrays, elements that belong to
 * who has drawn their number, objects that come and go, counters of threads. Half of them keep it, which only an
 * invariant about an arbitrary element or about numbers of threads shows; in the others a statement is dropped, or
 * another one. Most are written as C programs are: what a thread does in one atomic section is one edge. */
#ifndef TESTS_AGREEMENT_DISCIPLINE_H
#define TESTS_AGREEMENT_DISCIPLINE_H

#include "base/rng.h"
#include "base/str.h"

/* Writes the text of a program, into an empty string. fixed: two or three threads exist at the start. */
void generate_discipline(Rng *rng, bool fixed, Str *out);

#endif
