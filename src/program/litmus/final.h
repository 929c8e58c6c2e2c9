/* What comes after the threads of a litmus test. */
#ifndef CHORUS_PROGRAM_LITMUS_FINAL_H
#define CHORUS_PROGRAM_LITMUS_FINAL_H

#include "program/litmus/parser.h"

/* The threads get their last steps, and become a part of the program. */
void litmus_finish_threads(LitmusParser *s);
/* Then a last thread waits for them, whose error edge can be taken in the states of the condition, which stands at pos.
 * What it does is no access of the test: others cannot race with it. */
void litmus_add_observer(LitmusParser *s, Term condition, SourcePos pos);

#endif
