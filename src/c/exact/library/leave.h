/* Addresses that a call leaves outside of the program, of what its argument leads to: they may come back. */
#ifndef CHORUS_C_EXACT_LIBRARY_LEAVE_H
#define CHORUS_C_EXACT_LIBRARY_LEAVE_H

#include "c/exact/model/state.h"

/* Those that are kept there: what is sent may be received elsewhere. */
void leave_kept(Lowering *L, LLVMValueRef argument);
/* Those of the object itself: strtok goes on where it was, putenv keeps what it gets. */
void leave_inside(Lowering *L, LLVMValueRef argument);
/* Those of objects whose addresses are kept there: optarg is inside of one. */
void leave_inside_kept(Lowering *L, LLVMValueRef argument);

/* What the states of a function keep of what a call is given, and what other calls give back. */
void leave_state(Lowering *L, LLVMValueRef call, const char *function);

#endif
