/* Flags of C compilers, as they stand in a Makefile. A flag is passed on to clang, perhaps in other words, or is known
 * to change nothing about the program, or is refused with a reason: none is passed over because it is not known. Of
 * flags that contradict each other the last one counts, as for gcc. table.c has them all. */
#ifndef CHORUS_C_COMPILE_FLAGS_FLAGS_H
#define CHORUS_C_COMPILE_FLAGS_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum FlagUse {
    FLAG_UNKNOWN, /* no flag, or nobody knows what it changes */
    FLAG_REFUSED, /* it makes another program, in a way that is not followed */
    FLAG_PASSED,  /* it changes what the program is */
    FLAG_IGNORED, /* warnings, debug information, how fast the code is, libraries, what is written where */
} FlagUse;

/* Of a flag that takes a value, the value stands behind it, after a blank where the flag is a word ("-isystem DIR").
 * *why (if not NULL): the reason for FLAG_REFUSED, NULL otherwise. */
FlagUse flag_use(const char *flag, const char **why);
/* The words for clang that a flag which is FLAG_PASSED stands for, in order. */
void flag_words(const char *flag, void (*add)(void *arg, const char *word, size_t length), void *arg);
/* Whether the flag, as it stands, is without the value that it takes, which is the next word then. */
bool flag_lacks_value(const char *flag);

#endif
