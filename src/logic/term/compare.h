/* Building terms: comparisons, in canonical form. */
#ifndef CHORUS_LOGIC_TERM_COMPARE_H
#define CHORUS_LOGIC_TERM_COMPARE_H

#include "logic/term/term.h"

Term term_eq(TermManager *tm, Term a, Term b);
Term term_ne(TermManager *tm, Term a, Term b);
/* a < b for kind TERM_ULT or TERM_SLT; a <= b is !(b < a). Clients ask term_binary. */
Term term_less(TermManager *tm, TermKind kind, Term a, Term b);

#endif
