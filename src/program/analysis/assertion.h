/* Assertions of a program, and what it means that one is evaluated. */
#ifndef CHORUS_PROGRAM_ANALYSIS_ASSERTION_H
#define CHORUS_PROGRAM_ANALYSIS_ASSERTION_H

#include "program/program.h"

/* All error edges of assertions at one line. Whoever evaluates one of them without failing takes one of the edges. */
typedef struct Assertion {
    SourcePos pos;
    VEC(EdgeId) failures;
    VEC(EdgeId) passing;
} Assertion;

typedef struct Assertions {
    VEC(Assertion) all;
} Assertions;

/* In the order of edges; those without a source position are left out. The program must be indexed. */
void assertions_find(const Program *p, Assertions *out);
void assertions_free(Run *run, Assertions *assertions);

#endif
