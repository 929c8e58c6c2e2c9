#include "cli/files/suppressions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/nearest.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"

#define FILE_LIMIT (1u << 20)
#define BLANKS " \t\r"

typedef struct Reader {
    Suppressions *out;
    uint32_t line;
    InputError *error;
} Reader;

__attribute__((format(printf, 2, 3))) static bool fail_at_line(Reader *r, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return input_fail(r->error, STATUS_BAD_INPUT, "%s:%u: error: %s", r->out->path, r->line, text);
}

static const char *keep_slice(Reader *r, const char *text, size_t length)
{
    Suppressions *s = r->out;
    s->texts = memory_grow(s->texts, s->text_count, sizeof *s->texts);
    s->texts[s->text_count] = memory_copy(text, length);
    return s->texts[s->text_count++];
}

/* ---- one line ---- */

/* Where the reason begins: behind the first colon that a blank or the end follows. NULL: there is none. */
static const char *find_colon(const char *line)
{
    const char *colon = strchr(line, ':');
    while (colon && colon[1] && !strchr(BLANKS, colon[1]))
        colon = strchr(colon + 1, ':');
    return colon;
}

/* A session knows the names of properties, and the parts of valid-memsafety. */
static bool is_property(const char *word)
{
    ChorusSession *session = chorus_new();
    bool ok = session && chorus_set_option(session, "property", word) == CHORUS_OK;
    chorus_free(session);
    return ok;
}

static bool take_property(Reader *r, const char *word, ChorusSuppression *s)
{
    s->property = word;
    if (is_property(word)) return true;
    const char *nearest = nearest_word(word, chorus_property);
    if (nearest) return fail_at_line(r, "there is no property '%.60s' (did you mean '%s'?)", word, nearest);
    return fail_at_line(r, "there is no property '%.60s' (see docs/properties.md)", word);
}

/* "function=NAME", "cell=NAME". */
static bool take_place(Reader *r, const char *word, ChorusSuppression *s)
{
    static const char function[] = "function=", cell[] = "cell=";
    bool is_function = strncmp(word, function, strlen(function)) == 0;
    if (!is_function && strncmp(word, cell, strlen(cell)) != 0)
        return fail_at_line(r, "'%.60s' is not understood (expected function=NAME, cell=NAME, or ': WHY')", word);
    const char **field = is_function ? &s->function : &s->cell;
    if (*field) return fail_at_line(r, "'%.60s': there is one before it", word);
    *field = strchr(word, '=') + 1;
    return **field || fail_at_line(r, "'%.60s' needs a name", word);
}

static bool take_word(Reader *r, const char *word, ChorusSuppression *s)
{
    if (!s->property) return take_property(r, word, s);
    if (s->file) return take_place(r, word, s);
    s->file = word;
    if (!strchr(word, '=')) return true;
    return fail_at_line(r, "a file pattern is missing before '%.60s' ('*' for any file)", word);
}

static bool read_reason(Reader *r, const char *colon, ChorusSuppression *s)
{
    const char *why = colon + 1;
    why += strspn(why, BLANKS);
    size_t length = strlen(why);
    while (length && strchr(BLANKS, why[length - 1]))
        length--;
    s->why = keep_slice(r, why, length);
    return length || fail_at_line(r, "the reason is missing after ':'");
}

static void add_suppression(Suppressions *to, const ChorusSuppression *s, uint32_t line)
{
    to->list = memory_grow(to->list, to->count, sizeof *to->list);
    to->lines = memory_grow(to->lines, to->count, sizeof *to->lines);
    to->list[to->count] = *s;
    to->lines[to->count++] = line;
}

static bool read_suppression(Reader *r, const char *line)
{
    line += strspn(line, BLANKS);
    if (!*line || *line == '#') return true;
    const char *colon = find_colon(line);
    ChorusSuppression s = {.property = NULL};
    if (!colon)
        return fail_at_line(r, "the reason is missing (expected PROPERTY FILE [function=NAME] [cell=NAME]: WHY)");
    for (size_t length; line < colon; line += length + strspn(line + length, BLANKS)) {
        length = strcspn(line, BLANKS);
        if (length > (size_t)(colon - line)) length = (size_t)(colon - line);
        if (!length) break;
        if (!take_word(r, keep_slice(r, line, length), &s)) return false;
    }
    if (!s.property) return fail_at_line(r, "the property is missing before ':'");
    if (!s.file) return fail_at_line(r, "a file pattern is missing after '%.60s' ('*' for any file)", s.property);
    if (!read_reason(r, colon, &s)) return false;
    add_suppression(r->out, &s, r->line);
    return true;
}

/* ---- the file ---- */

bool suppressions_read(const char *path, Suppressions *suppressions, InputError *error)
{
    *suppressions = (Suppressions){.path = path};
    Reader r = {.out = suppressions, .line = 0, .error = error};
    char *text = input_read(path, FILE_LIMIT, error);
    bool ok = text != NULL;
    for (char *line = text, *end; ok && line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        r.line++;
        ok = read_suppression(&r, line);
    }
    free(text);
    suppressions->asked = memory_new((suppressions->count + 1) * sizeof *suppressions->asked);
    suppressions->used = memory_new((suppressions->count + 1) * sizeof *suppressions->used);
    CHECK(ok == (error->status == 0));
    return ok;
}

void suppressions_take(Suppressions *suppressions, const ChorusSession *session)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        int answer = chorus_suppresses(session, i);
        suppressions->asked[i] |= answer >= 0;
        suppressions->used[i] |= answer > 0;
    }
}

void suppressions_complain_unused(const Suppressions *suppressions)
{
    for (size_t i = 0; i < suppressions->count; i++)
        if (suppressions->asked[i] && !suppressions->used[i])
            fprintf(stderr, "%s:%u: warning: suppresses nothing that was found (%s)\n", suppressions->path,
                    suppressions->lines[i], suppressions->list[i].property);
}

void suppressions_clear(Suppressions *suppressions)
{
    for (size_t i = 0; i < suppressions->text_count; i++)
        free(suppressions->texts[i]);
    free(suppressions->texts);
    free(suppressions->list);
    free(suppressions->lines);
    free(suppressions->asked);
    free(suppressions->used);
    *suppressions = (Suppressions){.path = NULL};
}
