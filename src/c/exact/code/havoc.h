/* Memory that becomes arbitrary: locals where they are declared. */
#ifndef CHORUS_C_EXACT_CODE_HAVOC_H
#define CHORUS_C_EXACT_CODE_HAVOC_H

#include "c/exact/model/state.h"

void lower_declare(Lowering *L, LLVMValueRef call);
/* All of a variable becomes arbitrary. */
void object_havoc(Lowering *L, uint32_t object);

#endif
