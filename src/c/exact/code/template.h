/* Templates of threads: one for each start function. */
#ifndef CHORUS_C_EXACT_CODE_TEMPLATE_H
#define CHORUS_C_EXACT_CODE_TEMPLATE_H

#include "c/exact/model/state.h"

/* Made when first asked for. */
Thread *thread_of_function(Lowering *L, LLVMValueRef function);

#endif
