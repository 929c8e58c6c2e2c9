/* Terms of a program, compiled: they are evaluated where variables lie, each shared subterm once. What they mean is
 * what logic/term/evaluate.h says, which the replay of every run that is told holds against it. */
#ifndef CHORUS_ENGINES_DYNAMIC_CODE_H
#define CHORUS_ENGINES_DYNAMIC_CODE_H

#include "engines/dynamic/memory.h"
#include "program/program.h"

/* Where the values of variables are: scalars by VarId.i or by the place of a local in its template, arrays likewise. */
typedef struct Slots {
    uint64_t *scalars;
    Cells *arrays;
} Slots;

typedef struct Code Code;

/* A compiled term; 0: none. */
typedef uint32_t CodeId;

/* local_index: of locals, their places in frames. */
Code *code_new(Program *p, const uint32_t *local_index);
void code_free(Code *code);
/* Of TERM_NONE: 0. */
CodeId code_compile(Code *code, Term t);

/* From here on terms are evaluated in these frames; inputs have their values in `inputs`, arrays the same everywhere.
 * To be called again whenever a value has changed. */
void code_look_at(Code *code, const Slots *shared, const Slots *locals, const uint64_t *inputs);
/* A scalar. */
uint64_t code_value(Code *code, CodeId id);
/* Has a mathematical integer left 64 bits since the last look? Then values mean nothing. */
bool code_has_overflow(const Code *code);
/* The value of an array term into `to`, which may be the array of a variable that the term speaks of. */
void code_array(Code *code, CodeId id, Cells *to);

#endif
