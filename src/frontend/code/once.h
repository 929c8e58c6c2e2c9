/* pthread_once and call_once: the first thread runs the function, whose body is inlined; others wait until it is done.
 */
#ifndef CHORUS_FRONTEND_CODE_ONCE_H
#define CHORUS_FRONTEND_CODE_ONCE_H

#include "frontend/model/state.h"

void lower_run_once(Lowering *L, LLVMValueRef call);

#endif
