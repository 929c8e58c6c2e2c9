/* Delta debugging by lines: delete lines (an atomic section loses its two braces together), replace statements by
 * nothing, arbitrary initial values by 0. What no longer parses is no candidate. */
#include "agreement/shrink.h"

#include <string.h>

#include "base/vec.h"

typedef VEC(const char *) Lines;

typedef struct Shrinker {
    Run *run;
    const CheckOptions *options;
    CheckKind kind;
    uint32_t attempts;
    Lines lines;
} Shrinker;

static void split(Run *run, const char *text, Lines *lines)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) : strlen(text);
        vec_push(run, lines, run_strndup(run, text, length));
        text += length + (end != NULL);
    }
}

static void join(const Lines *lines, Str *out)
{
    str_reset(out);
    for (uint32_t i = 0; i < lines->count; i++) {
        if (!lines->data[i]) continue; /* deleted */
        str_add(out, lines->data[i]);
        str_add(out, "\n");
    }
}

/* Does the candidate (NULL lines left out) still disagree? Then it becomes the program. */
static bool accept(Shrinker *s, const Lines *candidate)
{
    Str text;
    if (!s->attempts) return false;
    s->attempts--;
    str_init(s->run, &text);
    join(candidate, &text);
    CheckResult r = check_program(str_text(&text), s->options);
    bool smaller = r.status == CHECK_DISAGREES && r.kind == s->kind;
    if (smaller) {
        vec_clear(&s->lines);
        split(s->run, str_text(&text), &s->lines);
    }
    str_clear(&text);
    return smaller;
}

static void copy_lines(const Shrinker *s, Lines *copy)
{
    vec_clear(copy);
    for (uint32_t i = 0; i < s->lines.count; i++)
        vec_push(s->run, copy, s->lines.data[i]);
}

static bool delete_lines(Shrinker *s, uint32_t first, uint32_t count)
{
    Lines candidate = {NULL, 0, 0};
    copy_lines(s, &candidate);
    for (uint32_t i = first; i < first + count && i < candidate.count; i++)
        candidate.data[i] = NULL;
    bool ok = accept(s, &candidate);
    vec_free(s->run, &candidate);
    return ok;
}

static bool replace_line(Shrinker *s, uint32_t i, const char *line)
{
    Lines candidate = {NULL, 0, 0};
    copy_lines(s, &candidate);
    candidate.data[i] = line;
    bool ok = accept(s, &candidate);
    vec_free(s->run, &candidate);
    return ok;
}

static bool open_section(Shrinker *s, uint32_t i)
{
    if (!strstr(s->lines.data[i], "atomic {")) return false;
    Lines candidate = {NULL, 0, 0};
    copy_lines(s, &candidate);
    candidate.data[i] = NULL;
    for (uint32_t j = i + 1; j < candidate.count; j++)
        if (strcmp(candidate.data[j], "  }") == 0) {
            candidate.data[j] = NULL;
            break;
        }
    bool ok = accept(s, &candidate);
    vec_free(s->run, &candidate);
    return ok;
}

/* "L3: anything;" to "L3: ;", "= *;" to "= 0;". */
static bool simplify(Shrinker *s, uint32_t i)
{
    const char *line = s->lines.data[i], *colon = strstr(line, ": "), *star = strstr(line, "= *;");
    if (colon && line[2] == 'L' && strcmp(colon, ": ;") != 0 &&
        replace_line(s, i, run_format(s->run, "%.*s: ;", (int)(colon - line), line)))
        return true;
    return star && !colon && replace_line(s, i, run_format(s->run, "%.*s= 0;", (int)(star - line), line));
}

static bool pass(Shrinker *s)
{
    bool changed = false;
    for (uint32_t size = s->lines.count / 2; size >= 1; size /= 2)
        for (uint32_t i = 0; i < s->lines.count;)
            if (delete_lines(s, i, size))
                changed = true;
            else
                i += size;
    for (uint32_t i = 0; i < s->lines.count; i++) {
        changed |= open_section(s, i);
        if (i < s->lines.count) changed |= simplify(s, i);
    }
    return changed;
}

void shrink_program(Run *run, const char *text, const CheckOptions *options, CheckKind kind, uint32_t attempts,
                    Str *out)
{
    Shrinker shrinker = {.run = run, .options = options, .kind = kind, .attempts = attempts};
    split(run, text, &shrinker.lines);
    while (shrinker.attempts && pass(&shrinker))
        continue;
    join(&shrinker.lines, out);
}
