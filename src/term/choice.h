/* Choices between sums. */
#ifndef CHORUS_TERM_CHOICE_H
#define CHORUS_TERM_CHOICE_H

#include "term/term.h"

/* What term_ite gives, for bit-vectors with the summands that both have before it: x + (c ? 1 : 0), not
 * (c ? x + 1 : x). */
Term term_choice(TermManager *tm, Term c, Term a, Term b);

#endif
