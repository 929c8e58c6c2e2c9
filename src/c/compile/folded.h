/* Constant expressions that overflow, of which the compiler's code has no trace: those in initializers of static
 * storage, case labels and the like, and quotients whose value nobody uses. For no-overflow (code/overflow.h).
 *
 * Sums, differences and products the compiler warns of itself wherever they are. For the rest each file is compiled
 * once more, differently (driver_compile_checked), and only looked at:
 *
 *   quotients   in initializers: by an interpreter of constants that does not take INT_MIN / -1 for one. In functions:
 * a check of the sanitizer that always fails shifts      the compiler warns of those that overflow; where it has made
 * no check of one, it has folded it
 *
 * What is found may be in code that no run reaches: the answer is then that nothing is known. */
#ifndef CHORUS_C_COMPILE_FOLDED_H
#define CHORUS_C_COMPILE_FOLDED_H

#include "c/compile/driver.h"

/* Whether an error of the interpreter may be one of a quotient. Where the text is preprocessed, no macro hides it. */
bool folded_may_overflow(const char *errors, bool is_preprocessed);
/* Stops where something in a file was folded that overflows. */
void folded_check(Run *run, const char *path, const Bitcode *checked);

#endif
