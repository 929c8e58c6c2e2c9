/* The counter of a loop, and its value in each round. */
#ifndef CHORUS_C_COMPILE_COUNTER_H
#define CHORUS_C_COMPILE_COUNTER_H

#include "c/compile/loop.h"

/* Finds the counter, its step, the number of rounds and the values; false where they are not known. */
bool loop_count_rounds(Loop *loop);
/* Whether the instruction declares a variable that is kept there. */
bool instruction_declares(LLVMValueRef i, LLVMValueRef storage);
/* Whether the value is an integer of at most 64 bits. */
bool constant_is_integer(LLVMValueRef v);
/* What an instruction without effect makes of two constants; false: it is not known here. */
bool constant_operate(LLVMValueRef i, uint64_t a, uint64_t b, uint64_t *result);

#endif
