/* What calls of the C library write through their arguments, by their summaries (c/library/summary.h). */
#ifndef CHORUS_C_EXACT_CODE_EFFECT_H
#define CHORUS_C_EXACT_CODE_EFFECT_H

#include "c/exact/model/state.h"
#include "c/library/summary.h"

/* Does the writes of a call, or refuses it where they cannot be modelled; the call's operands are not retired.
 * Afterwards control may not go on. */
void lower_effects(Lowering *L, LLVMValueRef call, const Summary *summary);

#endif
