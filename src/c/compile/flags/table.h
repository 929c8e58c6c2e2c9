/* What is known about single flags of gcc and clang: tables, and nothing else. A flag stands in exactly one way there:
 * passed on (perhaps in other words), known to change nothing about what the program is, or refused with a reason. What
 * stands nowhere is refused, too: there are no families of flags that are passed over unseen. */
#ifndef CHORUS_C_COMPILE_FLAGS_TABLE_H
#define CHORUS_C_COMPILE_FLAGS_TABLE_H

#include "c/compile/flags/flags.h"

/* A name that ends in '=' or '*' stands for all that begin so and go on. */
typedef struct FlagRow {
    const char *name;
    FlagUse use;
    const char *text; /* passed: the words that are passed instead, NULL: the flag; refused: the reason */
} FlagRow;

extern const FlagRow flag_rows[]; /* until a name that is NULL */
/* Of -fNAME and -fno-NAME, -mNAME and -mno-NAME: names with blanks between them, in texts until NULL. */
extern const char *const flag_passed_f[], *const flag_ignored_f[], *const flag_passed_m[], *const flag_ignored_m[];
/* Names that flags with two hyphens have, and what they are with one: "=" at the end: a value follows. */
extern const char *const flag_long_names[][2]; /* until NULL */

#endif
