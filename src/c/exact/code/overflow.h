/* Signed arithmetic whose result does not fit its type (SV-COMP's no-overflow; C11 6.5p5, 6.5.5p6, 6.5.7).
 *
 * Where the property is not asked, arithmetic wraps around, as it does on every machine with -fwrapv. Where it is asked
 * each operation that C leaves undefined is a violation, and runs end there. What is an operation on signed integers
 * the compiler says: by "nsw" of sums, differences and products, by its sanitizer's check of left shifts
 * (-fsanitize=shift-base, a call of llvm.ubsantrap where the check fails). Constant expressions that overflow it folds;
 * they are refused by its own errors (driver.c), or where folded.h finds them. Dividing by 0 is no overflow; atomic
 * operations wrap around. */
#ifndef CHORUS_C_EXACT_CODE_OVERFLOW_H
#define CHORUS_C_EXACT_CODE_OVERFLOW_H

#include "c/exact/model/state.h"

/* Whether overflow_check says something of the instruction: what is not modelled must not pass by it unseen. */
bool overflow_is_examined(Lowering *L, LLVMValueRef instruction);
/* The instruction at hand, a binary one of operands a and b, overflows nowhere: behind this, it does not. */
void overflow_check(Lowering *L, LLVMValueRef instruction, Term a, Term b);
/* No operand of an instruction is an integer that the compiler has given up to fold, as it does with INT_MIN / -1. */
void overflow_check_constants(Lowering *L, LLVMValueRef instruction);
/* |x|, of a signed number. is_undefined: that of the least number is a violation as well, else itself. */
Term overflow_absolute(Lowering *L, Term x, bool is_undefined);
/* The compiler's own check has failed: llvm.ubsantrap. */
void overflow_trap(Lowering *L);

#endif
