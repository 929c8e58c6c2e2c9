/* Templates of threads: one for each start function. */
#ifndef CHORUS_FRONTEND_CODE_TEMPLATE_H
#define CHORUS_FRONTEND_CODE_TEMPLATE_H

#include "frontend/model/state.h"

/* Made when first asked for. */
Thread *thread_of_function(Lowering *L, LLVMValueRef function);

#endif
