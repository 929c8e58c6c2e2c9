/* Guesses of what holds of numbers that one thread alone sets: how many threads it has started or joined, say. */
#ifndef CHORUS_FACTS_COUNTING_FACT_GUESS_H
#define CHORUS_FACTS_COUNTING_FACT_GUESS_H

#include "program/program.h"

typedef VEC(Term) Guesses;

/* Where only one thread ever runs the template: that such a number is one of its locals, one more, or a constant with
 * which that is compared; that one which others set, too, is at most so large; and orders of its locals. Appended to
 * `own`; orders of such numbers, and bounds of them, which may hold always, to `always`. */
void facts_guess(Program *p, TemplateId t, Guesses *own, Guesses *always);

#endif
