/* After a proof: assertions that no run evaluates, so that the proof says nothing about them. */
#ifndef CHORUS_PLAN_UNREACHED_H
#define CHORUS_PLAN_UNREACHED_H

#include "engines/question/question.h"

typedef struct UnreachedAssertion {
    SourcePos pos;
    SourcePos cause;         /* .file NULL: not known; otherwise no run gets past there, on a way to the assertion */
    bool cause_is_undefined; /* because behaviour there is undefined in every run */
} UnreachedAssertion;

typedef struct Unreached {
    VEC(UnreachedAssertion) all; /* in the order of files and lines as the program has them; certain */
    uint32_t unknown;            /* assertions of which it is not known */
} Unreached;

/* Those that the front end knows; nobody need have asked for them. */
void unreached_known(const Program *p, Unreached *out);
/* The answer to the question was "true". Assertions that random runs evaluate are left out; of the others the engine is
 * asked, with limits that do not depend on the clock. Deterministic. */
void unreached_find(const Question *question, Unreached *out);

#endif
