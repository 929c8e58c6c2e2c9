/* Random C programs whose threads keep to a discipline: an array of locks, one for each element of another; elements
 * that belong to one thread; objects with their own lock that are made for a thread; numbers that count threads, under
 * a lock; workers that are joined. In about half of them something is wrong. */
#ifndef TESTS_AGREEMENT_C_DISCIPLINE_H
#define TESTS_AGREEMENT_C_DISCIPLINE_H

#include "base/rng.h"
#include "base/str.h"

/* Appends a marked program, as generate_program does. */
void generate_discipline(Rng *rng, Str *out);

#endif
