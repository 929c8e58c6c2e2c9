/* Random .scpl programs: small widths, few variables, everything the language has that matters to an engine. */
#ifndef TESTS_AGREEMENT_GENERATE_H
#define TESTS_AGREEMENT_GENERATE_H

#include "base/rng.h"
#include "base/str.h"

/* Appends the text of a program: one declaration, statement or brace a line, so that lines can be deleted.
 * fixed: two or three threads exist at the start, and most programs start no other. */
void generate_program(Rng *rng, bool fixed, Str *out);

#endif
