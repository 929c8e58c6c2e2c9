/* Calls: jumps to functions of the program, and what the library does. */
#ifndef CHORUS_C_OUTLINE_CALL_H
#define CHORUS_C_OUTLINE_CALL_H

#include "c/outline/state.h"

/* The body of a function in the template at hand, by number. */
uint32_t outline_body(Outline *o, uint32_t function);
void outline_call(Outline *o, LLVMValueRef call);
/* A way from where control is into a function of the program, with any arguments, that comes back to a place. */
void outline_enter(Outline *o, LLVMValueRef function, LocId back);
/* Whether it is longjmp. */
bool outline_is_jump(const char *name);
/* The function at hand returns. */
void outline_return(Outline *o, LLVMValueRef instruction);
/* When all of the template is lowered: the edges behind returns, and those of longjmp. */
void outline_resolve(Outline *o);

#endif
