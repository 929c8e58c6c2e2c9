/* Terms of what compilers have functions for: counts of bits, rotations. */
#ifndef CHORUS_C_EXACT_LIBRARY_BITS_H
#define CHORUS_C_EXACT_LIBRARY_BITS_H

#include "c/exact/model/state.h"

Term bits_swapped(Lowering *L, Term x);
Term bits_ones(Lowering *L, Term x);
Term bits_zeros(Lowering *L, Term x, bool from_top);
Term bits_funnel(Lowering *L, Term a, Term b, Term by, bool is_left);

#endif
