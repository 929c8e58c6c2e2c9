#include "cli/diagnostics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/memory.h"

#define LIKE_MOST 4 /* lines of one kind that are printed */

/* The line without its place, and without the names in it: "note: index of `...` is assumed to be in bounds". */
static char *pattern_of(const char *line)
{
    static const char *const severities[] = {"note: ", "warning: ", "error: "};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof severities / sizeof *severities && !at; i++)
        at = strstr(line, severities[i]);
    if (!at) at = line;
    size_t n = 0;
    char *pattern = memory_new(4 * strlen(at) + 1); /* a pair of quotes gets three dots */
    for (bool is_name = false; *at; at++) {
        if (*at == '`') {
            is_name = !is_name;
            memcpy(pattern + n, is_name ? "`..." : "`", is_name ? 4 : 1);
            n += is_name ? 4 : 1;
        } else if (!is_name) {
            pattern[n++] = *at;
        }
    }
    return pattern;
}

static DiagnosticKind *kind_of_line(Diagnostics *d, const char *line)
{
    char *pattern = pattern_of(line);
    for (size_t i = 0; i < d->kind_count; i++)
        if (strcmp(d->kinds[i].pattern, pattern) == 0) {
            free(pattern);
            return &d->kinds[i];
        }
    d->kinds = memory_grow(d->kinds, d->kind_count, sizeof *d->kinds);
    d->kinds[d->kind_count] = (DiagnosticKind){pattern, 0};
    return &d->kinds[d->kind_count++];
}

static bool is_said(const Diagnostics *d, const char *line)
{
    for (size_t i = 0; i < d->line_count; i++)
        if (strcmp(d->lines[i], line) == 0) return true;
    return false;
}

void diagnostics_print(Diagnostics *d, ChorusSession *session)
{
    const size_t count = chorus_diagnostic_count(session), before = d->line_count;
    for (size_t i = 0; i < count; i++) {
        ChorusSeverity severity = CHORUS_NOTE;
        const char *line = chorus_diagnostic(session, i, &severity);
        if (severity != CHORUS_ERROR && d->only_errors) continue;
        if (before > 0 && is_said(d, line)) continue; /* one session says nothing twice */
        if (severity == CHORUS_ERROR || d->prints_all || kind_of_line(d, line)->count++ < LIKE_MOST)
            fprintf(stderr, "%s\n", line);
        d->lines = memory_grow(d->lines, d->line_count, sizeof *d->lines);
        d->lines[d->line_count++] = memory_copy(line, strlen(line));
    }
}

void diagnostics_end(Diagnostics *d)
{
    for (size_t i = 0; i < d->kind_count; i++) {
        const DiagnosticKind *k = &d->kinds[i];
        const char *text = strchr(k->pattern, ':');
        if (k->count > LIKE_MOST && text)
            fprintf(stderr, "%.*s: %zu more like this (all: -v)%.*s\n", (int)(text - k->pattern), k->pattern,
                    k->count - LIKE_MOST, (int)strcspn(text, "(;"), text);
        free(k->pattern);
    }
    for (size_t i = 0; i < d->line_count; i++)
        free(d->lines[i]);
    free(d->kinds);
    free(d->lines);
    *d = (Diagnostics){0};
}
