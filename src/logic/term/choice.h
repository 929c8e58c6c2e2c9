/* Choices between sums, and sums of choices. */
#ifndef CHORUS_LOGIC_TERM_CHOICE_H
#define CHORUS_LOGIC_TERM_CHOICE_H

#include "logic/term/term.h"

/* What term_ite gives, for bit-vectors with the summands that both have before it: x + (c ? 1 : 0), not
 * (c ? x + 1 : x). */
Term term_choice(TermManager *tm, Term c, Term a, Term b);
/* Equations of bit-vectors in the conjunction t, with choices by the same condition as one: of (c ? x : 0) + (c ? 0 :
 * x) nothing is left but x. */
Term term_gather_choices(TermManager *tm, Term t);

#endif
