/* Functions of the program that the library may call. */
#ifndef CHORUS_C_EXACT_CODE_CALLBACK_H
#define CHORUS_C_EXACT_CODE_CALLBACK_H

#include "c/exact/model/state.h"

/* Functions among the targets may be called from now on: while the call runs, or at any time. name: of who is called
 * and told about them. */
void lower_callbacks(Lowering *L, LLVMValueRef call, const char *name, const Targets *targets);
/* What the argument points to may be written at any time from now on. */
void lower_keeper(Lowering *L, LLVMValueRef argument, const char *name);

/* Likewise what the targets are of, by a function that goes on when it has returned. */
void lower_pending(Lowering *L, const Targets *targets, const char *name);

#endif
