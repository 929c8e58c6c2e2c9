/* What a function of the library accesses through its arguments, by its summary: that it is there. */
#ifndef CHORUS_C_EXACT_CODE_GIVEN_H
#define CHORUS_C_EXACT_CODE_GIVEN_H

#include "c/exact/model/state.h"
#include "c/library/summary.h"

/* Of the function called (L->callee). Where valid-deref is asked: all that it accesses. Otherwise: locals exist still,
 * as for accesses. Afterwards control may not go on. */
void given_check(Lowering *L, LLVMValueRef call, const Summary *summary);
/* Likewise of a function that nothing is known of. valid-deref: see unknown_effects. */
void given_check_all(Lowering *L, LLVMValueRef call);

#endif
