/* Random Boolean broadcast programs as text. */
#ifndef TESTS_BBP_GENERATE_H
#define TESTS_BBP_GENERATE_H

#include "base/rng.h"
#include "base/str.h"

/* 1 to 3 shared and 1 to 3 local variables, 3 to 7 statements; constraints name up to 3 threads. */
void generate_bbp(Rng *rng, Str *out);

#endif
