/* Random C programs of what real ones use: the C library, functions without a body, variable arguments, floating point,
 * 128 bits, computed goto, structs, unions, function pointers, locks of all kinds. Small, so that most are decided.
 *
 * Defined but for data races, which Chorus gives a meaning (sequential consistency), and what the properties are about:
 * signed overflow, memory that is freed, lost or used too late, threads that wait for each other. */
#ifndef TESTS_AGREEMENT_LIBRARY_GENERATE_H
#define TESTS_AGREEMENT_LIBRARY_GENERATE_H

#include "base/rng.h"
#include "base/str.h"

/* only: the name of a group, of which the program is made beside what all have; NULL: any.
 * Appends a program whose names all end in the number, so that several can stand in one file: its main is main_NUMBER.
 * It needs the declarations of text.h before it. */
void generate_library_program(Rng *rng, unsigned number, const char *only, Str *out);

#endif
