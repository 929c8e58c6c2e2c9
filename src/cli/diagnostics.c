#include "cli/diagnostics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/memory.h"

#define LIKE_MOST 4  /* warnings of one kind that are printed */
#define NOTES_MOST 3 /* notes of all sessions together */

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
        if (strcmp(d->lines[i].text, line) == 0) return true;
    return false;
}

/* What is assumed stands before the result, too (answer.h): such notes come last. */
static bool is_assumed(const char *line) { return strstr(line, " assumed ") != NULL; }

static bool has_no_body(const char *line) { return strstr(line, ": the function has no body") != NULL; }

/* In which order kinds of diagnostics are printed. */
typedef enum Rank { RANK_NO_BODY, RANK_REST, RANK_NOTE, RANK_ASSUMED, RANKS } Rank;

static Rank rank_of(const char *line, ChorusSeverity severity)
{
    if (has_no_body(line)) return RANK_NO_BODY;
    return severity != CHORUS_NOTE ? RANK_REST : is_assumed(line) ? RANK_ASSUMED : RANK_NOTE;
}

static void print_note(Diagnostics *d, const char *line, bool prints)
{
    prints &= d->note_count < NOTES_MOST;
    if (prints) fprintf(stderr, "%s\n", line);
    d->note_count += prints;
    d->note_left += !prints;
}

static void print_diagnostic(Diagnostics *d, const char *line, ChorusSeverity severity, Rank rank)
{
    if (severity == CHORUS_ERROR || d->prints_all)
        fprintf(stderr, "%s\n", line);
    else if (rank == RANK_NOTE)
        print_note(d, line, true);
    else if (severity != CHORUS_NOTE && kind_of_line(d, line)->count++ < LIKE_MOST)
        fprintf(stderr, "%s\n", line);
    d->lines = memory_grow(d->lines, d->line_count, sizeof *d->lines);
    d->lines[d->line_count++] = (DiagnosticLine){memory_copy(line, strlen(line)), rank == RANK_ASSUMED};
}

void diagnostics_print(Diagnostics *d, ChorusSession *session)
{
    const size_t count = chorus_diagnostic_count(session), before = d->line_count;
    for (Rank rank = RANK_NO_BODY; rank < RANKS; rank++) {
        bool has_bodies = false;
        for (size_t i = 0; i < count; i++) {
            ChorusSeverity severity = CHORUS_NOTE;
            const char *line = chorus_diagnostic(session, i, &severity);
            if (severity != CHORUS_ERROR && d->only_errors) continue;
            if (rank_of(line, severity) != rank) continue;
            if (before > 0 && is_said(d, line)) continue; /* one session says nothing twice */
            print_diagnostic(d, line, severity, rank);
            has_bodies |= rank == RANK_NO_BODY;
        }
        if (!has_bodies || d->has_bodies) continue;
        d->has_bodies = true;
        print_note(d,
                   "note: functions without a body: give them one (--library=FILE), or say what they do "
                   "(--unknown-functions=pure)",
                   true);
    }
}

/* Where there is room, one of a kind. */
static void print_assumed(Diagnostics *d)
{
    for (size_t i = 0; i < d->line_count && !d->prints_all; i++) {
        const DiagnosticLine *line = &d->lines[i];
        if (line->is_assumed) print_note(d, line->text, kind_of_line(d, line->text)->count++ == 0);
    }
}

void diagnostics_end(Diagnostics *d)
{
    print_assumed(d);
    for (size_t i = 0; i < d->kind_count; i++) {
        const DiagnosticKind *k = &d->kinds[i];
        const char *text = strchr(k->pattern, ':');
        bool is_note = strncmp(k->pattern, "note: ", 6) == 0;
        if (!is_note && k->count > LIKE_MOST && text)
            fprintf(stderr, "%.*s: %zu more like this (all: -v)%.*s\n", (int)(text - k->pattern), k->pattern,
                    k->count - LIKE_MOST, (int)strcspn(text, "(;"), text);
        free(k->pattern);
    }
    if (d->note_left)
        fprintf(stderr, "note: %zu more %s (all: -v)\n", d->note_left, d->note_left == 1 ? "note" : "notes");
    for (size_t i = 0; i < d->line_count; i++)
        free(d->lines[i].text);
    free(d->kinds);
    free(d->lines);
    *d = (Diagnostics){0};
}
