/* Files of suppressions, one a line:
 *
 *   # comment
 *   PROPERTY FILE [function=NAME] [cell=NAME]: WHY
 *
 * FILE and NAMEs are patterns, see ChorusSuppression. The reason follows the first colon before a blank. */
#ifndef CHORUS_CLI_FILES_SUPPRESSIONS_H
#define CHORUS_CLI_FILES_SUPPRESSIONS_H

#include "chorus.h"
#include "cli/files/input.h"

typedef struct Suppressions {
    const char *path;
    ChorusSuppression *list;
    uint32_t *lines; /* of each */
    bool *asked;     /* its property had a verdict in some session */
    bool *used;      /* it allows something that was found */
    size_t count;
    char **texts; /* what the others point to */
    size_t text_count;
} Suppressions;

/* False after input_fail ("file:line: error: ..."). To be cleared in any case; the path stays the caller's. */
bool suppressions_read(const char *path, Suppressions *suppressions, InputError *error);
/* Notes which of them a session that has a verdict was in need of. */
void suppressions_take(Suppressions *suppressions, const ChorusSession *session);
/* A warning about each that was in vain, on standard error. */
void suppressions_complain_unused(const Suppressions *suppressions);
void suppressions_clear(Suppressions *suppressions);

#endif
