/* Calls of library functions of which a property asks more than the model knows: it ends there, lest they are taken to
 * be fine. */
#ifndef CHORUS_C_EXACT_LIBRARY_UNFOLLOWED_H
#define CHORUS_C_EXACT_LIBRARY_UNFOLLOWED_H

#include "c/exact/model/state.h"

/* A function of that name is called. */
void unfollowed_call(Lowering *L, LLVMValueRef call, const char *name);

#endif
