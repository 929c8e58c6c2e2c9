/* What stands in the module for memory that is not of the program's objects (memory/external.h): globals that no C
 * program can name. */
#ifndef CHORUS_C_EXACT_MODEL_OUTSIDE_H
#define CHORUS_C_EXACT_MODEL_OUTSIDE_H

#include "c/compile/state_object.h"
#include "c/exact/model/state.h"

/* Whether a value is one of them, as the value of a target is. */
bool outside_is(LLVMValueRef value);
/* Whether it is what a state of the library shows. */
bool outside_is_shown(LLVMValueRef value);
/* Whether an address can be of nothing else. */
bool outside_is_only(const Targets *targets);
/* Likewise, or a number: its bits say nothing of the program's objects. */
bool outside_is_all(const Targets *targets);
/* Whether it is a variable of the library that holds such addresses: stdin, environ. */
bool outside_is_variable(LLVMValueRef global);

#endif
