/* pthread_once and call_once: the first thread runs the function, whose body is inlined; others wait until it is done.
 */
#ifndef CHORUS_C_EXACT_CODE_ONCE_H
#define CHORUS_C_EXACT_CODE_ONCE_H

#include "c/exact/model/state.h"

void lower_run_once(Lowering *L, LLVMValueRef call);

#endif
