/* Calls about signals and clocks, and of `atexit`, whose arguments say that they succeed. */
#ifndef CHORUS_C_EXACT_LIBRARY_SUCCESS_H
#define CHORUS_C_EXACT_LIBRARY_SUCCESS_H

#include <llvm-c/Core.h>

typedef enum Success {
    SUCCESS_UNKNOWN,
    SUCCESS_SURE,      /* the result is 0 */
    SUCCESS_LIKELY,    /* the result is 0, or an error where memory runs out */
    SUCCESS_OF_ADDRESS /* the result is some address, never SIG_ERR (which is -1) */
} Success;

/* As glibc on Linux documents it: a signal that exists can be caught, but for SIGKILL and SIGSTOP. */
Success success_of(LLVMValueRef call, const char *name);

#endif
