/* Names that functions of the library have, whatever table knows them. */
#ifndef CHORUS_C_COMPILE_LINK_KNOWN_H
#define CHORUS_C_COMPILE_LINK_KNOWN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether C's library, POSIX or glibc have a function of the name. What verification tasks use is not theirs. */
bool known_function(const char *name);
/* Whether they have a variable of the name. */
bool known_variable(const char *name);
/* Whether a function that is declared may be the library's of its name: the declaration fits the library's, and where
 * it has no parameter types, no call has more arguments than that one takes, or arguments of another kind. Widths of
 * integers are not looked at: headers of other machines have others. */
bool known_fits(LLVMValueRef function);

#endif
