/* Flags of C compilers, as they stand in a Makefile: which are passed on, and which mean nothing to a verifier. */
#ifndef CHORUS_SESSION_FLAGS_H
#define CHORUS_SESSION_FLAGS_H

#include <stdbool.h>

typedef enum FlagUse {
    FLAG_UNKNOWN,
    FLAG_PASSED,  /* it changes what the program is */
    FLAG_IGNORED, /* warnings, optimisation, debug information, libraries, what is written where */
} FlagUse;

/* Of a flag that takes a value, the value stands behind it, after a blank where the flag is a word ("-isystem DIR"). */
FlagUse flag_use(const char *flag);
/* Whether the flag, as it stands, is without the value that it takes, which is the next word then. */
bool flag_lacks_value(const char *flag);
/* The value of a flag that names a folder or file which the compiler reads; NULL: it names none. *word: the flag
 * without it has so many characters. */
const char *flag_path(const char *flag, int *word);

#endif
