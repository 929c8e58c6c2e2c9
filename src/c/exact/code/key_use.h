/* Whether a program looks at what keys of thread-specific data are as numbers. The model gives each key a number of its
 * own; the library gives the smallest that is free, from 0 on, and that of a deleted key again. */
#ifndef CHORUS_C_EXACT_CODE_KEY_USE_H
#define CHORUS_C_EXACT_CODE_KEY_USE_H

#include "c/exact/model/state.h"

/* The instruction that does; NULL: keys are passed on, kept and given to the library, and that is all. Keys are
 * followed by the variables and members that they are created in, by parameters, by results, and by variables that they
 * are copied to; not through other pointers in memory, nor calls through pointers. */
LLVMValueRef key_use_find(Lowering *L);

#endif
