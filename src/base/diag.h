/* Diagnostics: one line each, with a source position. */
#ifndef CHORUS_BASE_DIAG_H
#define CHORUS_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in a source text. file NULL = nowhere; line and column count from 1, 0 = not known. The file
 * name is owned by the run. */
typedef struct SourcePos {
    const char *file;
    uint32_t line;
    uint32_t column;
} SourcePos;

typedef enum Severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

/* What proofs take for granted where a diagnostic stands; property: the one whose proof shows it, by its name, NULL:
 * none. Both for ever, or owned by the run. text NULL: nothing. */
typedef struct Assumption {
    const char *text, *property;
} Assumption;

typedef struct Diag {
    Severity severity;
    SourcePos pos;
    const char *text; /* one line, no full stop */
    Assumption assumed;
} Diag;

/* Owned by a Run; grows. The same (position, text) is kept once. */
typedef struct Diags {
    Diag *data;
    uint32_t count, capacity;
} Diags;

struct Run;
void diag_add(struct Run *run, Severity severity, SourcePos pos, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same, where a proof takes something for granted: verdicts collect it. */
void diag_assume(struct Run *run, Severity severity, SourcePos pos, Assumption assumed, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
bool diag_has_error(const Diags *diags);
/* "file:line:column: " into buffer, "" for nowhere. */
void diag_format_pos(SourcePos pos, char *buffer, size_t size);

#endif
