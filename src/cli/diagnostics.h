/* Diagnostics of sessions, on standard error, for people: what is said at many places is said at the first of them, and
 * then counted; what several sessions say is said once. Functions without a body come first, notes last, few of them:
 * those of what is assumed at the very end, where there is room.
 */
#ifndef CHORUS_CLI_DIAGNOSTICS_H
#define CHORUS_CLI_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "chorus.h"

/* Lines that are alike but for places and names. */
typedef struct DiagnosticKind {
    char *pattern;
    size_t count;
} DiagnosticKind;

typedef struct DiagnosticLine {
    char *text;
    bool is_assumed; /* a note that is printed last, if at all */
} DiagnosticLine;

typedef struct Diagnostics {
    bool only_errors, prints_all;
    bool has_bodies;       /* it was said what to do about functions without a body */
    DiagnosticLine *lines; /* taken so far */
    DiagnosticKind *kinds;
    size_t line_count, kind_count;
    size_t note_count, note_left; /* notes that are printed, and that are not */
} Diagnostics;

/* All of a session's that were not said yet. */
void diagnostics_print(Diagnostics *d, ChorusSession *session);
/* Prints notes of what is assumed, says how many there were more, and frees what is kept. */
void diagnostics_end(Diagnostics *d);

#endif
