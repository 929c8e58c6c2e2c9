/* Building terms: arithmetic, widths, arrays, and binary operations of any kind. Boolean structure is in
 * logic/term/boolean.h, equations are in logic/term/compare.h. Operands of one operation have one sort. */
#ifndef CHORUS_LOGIC_TERM_BUILD_H
#define CHORUS_LOGIC_TERM_BUILD_H

#include "logic/term/term.h"

Term term_add(TermManager *tm, Term a, Term b);
Term term_sub(TermManager *tm, Term a, Term b);
Term term_neg(TermManager *tm, Term a);
Term term_extract(TermManager *tm, Term a, unsigned low, unsigned width);
Term term_zext(TermManager *tm, Term a, unsigned width); /* no-op when the width is already that */
Term term_sext(TermManager *tm, Term a, unsigned width);
Term term_concat(TermManager *tm, Term high, Term low);
Term term_select(TermManager *tm, Term array, Term index);
Term term_store(TermManager *tm, Term array, Term index, Term value);
Term term_const_array(TermManager *tm, Sort array, Term element);
/* Any other binary kind: comparisons (ULT ULE SLT SLE), MUL, divisions, bit operations and shifts. */
Term term_binary(TermManager *tm, TermKind kind, Term a, Term b);

#endif
