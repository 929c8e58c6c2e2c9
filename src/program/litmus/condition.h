/* The final condition of a litmus test. */
#ifndef CHORUS_PROGRAM_LITMUS_CONDITION_H
#define CHORUS_PROGRAM_LITMUS_CONDITION_H

#include "program/litmus/parser.h"

/* exists (0:r0=0 /\ x=1), to the end of the text. The states that answer the question: of an `exists`, those of the
 * condition; of a `forall`, the others. Over locations, and over results of registers. */
Term litmus_read_condition(LitmusParser *s);

#endif
