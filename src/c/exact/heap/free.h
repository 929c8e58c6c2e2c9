/* free. */
#ifndef CHORUS_C_EXACT_HEAP_FREE_H
#define CHORUS_C_EXACT_HEAP_FREE_H

#include "c/exact/model/state.h"

void lower_free(Lowering *L, LLVMValueRef call);
/* valid-free: only NULL and the start of memory that malloc gave, and that is not freed, can be freed. Afterwards
 * control may not go on. */
void free_check(Lowering *L, const Val *old);

#endif
