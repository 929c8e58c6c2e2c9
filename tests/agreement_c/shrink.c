/* Deletes lines, blocks with what is in them, and pairs of lines that enclose a section, as long as both sides still
 * take the program and disagree. A deletion may make a program undefined, by a pointer without value (then the native
 * version mostly crashes, and the program is no candidate) or memory without contents: the smaller program is a hint,
 * the one that was generated is the evidence. */
#include "agreement_c/shrink.h"

#include <string.h>

#include "agreement_c/generate.h"
#include "base/vec.h"

typedef VEC(const char *) Lines;

typedef struct Shrinker {
    Run *run;
    const CheckOptions *options;
    uint32_t attempts;
    Lines lines;
    CheckResult result; /* of the lines */
} Shrinker;

static void split(Run *run, const char *text, Lines *lines)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        vec_push(run, lines, run_strndup(run, text, length));
        text += length + (text[length] == '\n');
    }
}

static const char *join(Run *run, const Lines *lines)
{
    Str text;
    str_init(run, &text);
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->data[i]) str_addf(&text, "%s\n", lines->data[i]);
    const char *copy = run_strndup(run, str_text(&text), text.length);
    str_clear(&text);
    return copy;
}

static bool disagrees(Shrinker *s, const char *marked, CheckResult *result)
{
    Batch batch;
    /* The two versions of the line about the outcome stay together. */
    if ((strchr(marked, *KEY_MARK) != NULL) != (strstr(marked, "host->end") != NULL)) return false;
    if (!batch_load(s->run, &marked, 1, false, &batch)) return false;
    *result = check_program(s->run, &batch, 0, marked, s->options);
    batch_unload(&batch);
    return result->status == CHECK_DISAGREES || (result->status == CHECK_CRASHED && !result->is_native_crash);
}

/* The last line of what starts at line i: of the block that it opens, or itself. */
static uint32_t end_of(const Lines *lines, uint32_t i)
{
    int depth = 0;
    for (uint32_t k = i; k < lines->count; k++) {
        for (const char *c = lines->data[k]; *c; c++)
            depth += (*c == '{') - (*c == '}');
        bool is_head = k == i && k + 1 < lines->count && lines->data[k + 1][0] == '{';
        if (depth <= 0 && !is_head) return k;
    }
    return i;
}

/* Leaves out lines first .. last, or only those two; true when the rest still disagrees, and is the program now. */
static bool leave_out(Shrinker *s, uint32_t first, uint32_t last, bool only_ends)
{
    Lines rest = {0};
    CheckResult result;
    if (!s->attempts) return false;
    s->attempts--;
    for (uint32_t i = 0; i < s->lines.count; i++) {
        bool is_out = only_ends ? i == first || i == last : i >= first && i <= last;
        if (!is_out) vec_push(s->run, &rest, s->lines.data[i]);
    }
    if (!disagrees(s, join(s->run, &rest), &result)) return false;
    s->lines = rest;
    s->result = result;
    return true;
}

/* pthread_mutex_lock and its unlock, and the like: the lines around a block. */
static bool leave_out_section(Shrinker *s, uint32_t i)
{
    uint32_t end = i + 1 < s->lines.count ? end_of(&s->lines, i + 1) : i;
    return end > i + 1 && end + 1 < s->lines.count && leave_out(s, i, end + 1, true);
}

/* One pass from the end to the start; true when anything could be left out. */
static bool shrink_once(Shrinker *s)
{
    bool is_smaller = false;
    for (uint32_t i = s->lines.count; i-- > 0;) {
        if (i >= s->lines.count) continue;
        uint32_t end = end_of(&s->lines, i);
        if (leave_out(s, i, end, false) || (end > i && leave_out(s, i, end, true)) || leave_out_section(s, i))
            is_smaller = true;
    }
    return is_smaller;
}

const char *shrink_program(Run *run, const char *marked, const CheckOptions *options, uint32_t attempts,
                           CheckResult *result)
{
    Shrinker s = {.run = run, .options = options, .attempts = attempts};
    if (!disagrees(&s, marked, &s.result)) return NULL;
    split(run, marked, &s.lines);
    while (s.attempts && shrink_once(&s))
        continue;
    *result = s.result;
    return join(run, &s.lines);
}
