/* Random .scpl programs in which threads keep to a discipline: locks for elements of arrays, elements that belong to
 * who has drawn their number, objects that come and go, counters of threads. Half of them keep it, which only an
 * invariant about an arbitrary element or about numbers of threads shows; in the others a statement is dropped, or
 * another one. */
#ifndef TESTS_AGREEMENT_DISCIPLINE_H
#define TESTS_AGREEMENT_DISCIPLINE_H

#include "base/rng.h"
#include "base/str.h"

/* Appends the text of a program, as generate_program does. fixed: two or three threads exist at the start. */
void generate_discipline(Rng *rng, bool fixed, Str *out);

#endif
