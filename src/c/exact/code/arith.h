/* Instructions without effect. i1 is the Boolean sort, every other integer a bit-vector. */
#ifndef CHORUS_C_EXACT_CODE_ARITH_H
#define CHORUS_C_EXACT_CODE_ARITH_H

#include "c/exact/model/state.h"

/* Instructions without effect: arithmetic, comparisons, casts, select, address computation. False: not one. */
bool lower_pure(Lowering *L, LLVMValueRef instruction);
/* "t != 0" as a Boolean. */
Term truth_term(Lowering *L, Term t);
Val overflow_val(Lowering *L, const char *operation, Term a, Term b);

#endif
