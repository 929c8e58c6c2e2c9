/* Calls of C's atomic functions in litmus tests. */
#ifndef CHORUS_PROGRAM_LITMUS_C_ATOMIC_H
#define CHORUS_PROGRAM_LITMUS_C_ATOMIC_H

#include "program/litmus/c_expression.h"

/* A call; the current token is the function's name. TERM_NONE: it has no value. */
LitmusValue c_read_call(LitmusParser *s);

#endif
