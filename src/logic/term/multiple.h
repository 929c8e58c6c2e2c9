/* Which powers of two divide a term. */
#ifndef CHORUS_LOGIC_TERM_MULTIPLE_H
#define CHORUS_LOGIC_TERM_MULTIPLE_H

#include "logic/term/term.h"

/* So many of the lowest bits of a bit-vector are 0 in every valuation; perhaps more. At most its width. */
unsigned term_zero_bits(const TermManager *tm, Term t);

#endif
