/* Loads, stores, atomic operations; what functions of the library write. */
#ifndef CHORUS_C_OUTLINE_ACCESS_H
#define CHORUS_C_OUTLINE_ACCESS_H

#include "c/outline/state.h"

/* False: the instruction is none of those. */
bool outline_access(Outline *o, LLVMValueRef instruction);
/* Numbers that a call of the library may write become arbitrary, as often as one likes, while it runs. */
void outline_library(Outline *o, LLVMValueRef call);
/* The same where control stands, to which no value is left to be saved: between functions that the call calls. */
void outline_library_loop(Outline *o, LLVMValueRef call);

#endif
