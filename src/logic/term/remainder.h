/* Remainders of arbitrary numbers, without division. */
#ifndef CHORUS_LOGIC_TERM_REMAINDER_H
#define CHORUS_LOGIC_TERM_REMAINDER_H

#include "logic/term/term.h"

/* Where a free variable v (is_free: it may have any value, and is of no interest itself) stands in `v % d` only,
 * without sign, and d does not mention it, the terms get v for `v % d`. Returns what is to be assumed for it: that v is
 * less than d, or d is 0, for each such v; true if there is none.
 *
 * Exact: under every valuation of the other variables the terms have the same tuples of values before, for all v, as
 * after, for all v that satisfy the condition; and such a v satisfies the terms before, too, with the same values: the
 * remainder of what is less than d is itself (and by 0 it is the dividend, as in SMT-LIB). A solver decides a
 * comparison in no time where it needs a tenth of a second for a divisor that is not constant. */
Term term_free_remainders(TermManager *tm, Term *terms, uint32_t count, bool (*is_free)(void *arg, Term var),
                          void *arg);

#endif
