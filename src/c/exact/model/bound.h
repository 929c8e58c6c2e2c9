/* How large a term can be, as far as its shape tells. */
#ifndef CHORUS_C_EXACT_MODEL_BOUND_H
#define CHORUS_C_EXACT_MODEL_BOUND_H

#include "c/exact/model/state.h"

/* "t < limit", unsigned; true when the shape of t tells. */
Term below_term(Lowering *L, Term t, uint64_t limit);

/* Likewise of a signed number: not negative, and below. Two comparisons are better predicates for a loop's counter. */
Term range_term(Lowering *L, Term t, uint64_t limit);

#endif
