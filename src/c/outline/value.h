/* Values of the program in a template: terms, and variables that keep them. */
#ifndef CHORUS_C_OUTLINE_VALUE_H
#define CHORUS_C_OUTLINE_VALUE_H

#include "c/outline/state.h"

/* Whether values of the type have terms: integers of at most 64 bits. */
bool outline_has_sort(LLVMTypeRef type);
Sort outline_sort(LLVMTypeRef type);
/* The variable that keeps an instruction's value, or a parameter's (k: 0), or the member of a pair. Terms of values at
 * hand may move. */
VarId outline_variable(Outline *o, LLVMValueRef value, unsigned k);
/* An operand, of a type that has a sort; any value where nothing is known of it. */
Term outline_operand(Outline *o, LLVMValueRef value);
Term outline_pair(Outline *o, LLVMValueRef pair, unsigned k);
/* What the instruction at hand gives. Nothing where nobody asks for it. */
void outline_bind(Outline *o, LLVMValueRef instruction, unsigned k, Term t);
/* Likewise, when a step has assigned its variable. */
void outline_bind_variable(Outline *o, LLVMValueRef instruction, unsigned k);
/* Any value, if it has a sort. */
void outline_bind_any(Outline *o, LLVMValueRef instruction);
bool outline_is_bound(Outline *o, LLVMValueRef instruction);
/* Its operands are used once less. */
void outline_retire(Outline *o, LLVMValueRef instruction);

#endif
