/* The parser of litmus tests in the format of herd: small programs for memory models, each with a condition on its
 * final states. Dialects C and X86; docs/memory.md says what is read.
 *
 * Each thread of the test is one of the program. A last thread waits for the ends of the others, and its error edge can
 * be taken where the question is answered: where an execution ends in a state of the condition (exists, ~exists), or in
 * another one (forall). */
#ifndef CHORUS_PROGRAM_LITMUS_PARSE_H
#define CHORUS_PROGRAM_LITMUS_PARSE_H

#include "program/program.h"

typedef enum LitmusDialect { LITMUS_C, LITMUS_X86 } LitmusDialect;
typedef enum LitmusQuantifier { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL } LitmusQuantifier;

typedef struct LitmusTest {
    LitmusDialect dialect;
    LitmusQuantifier quantifier;
    const char *condition; /* with its quantifier, as it stands in the text */
} LitmusTest;

/* Parses text (length bytes, need not be zero-terminated). On errors adds diagnostics and stops the run with
 * STOP_INPUT. derives: edges get the accesses that they make, for races (program/access.h). *test: what the program is
 * about, owned by the run. */
Program *litmus_parse(Run *run, TermManager *tm, const char *file, const char *text, size_t length, bool derives,
                      LitmusTest *test);

#endif
