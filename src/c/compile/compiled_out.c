#include "c/compile/compiled_out.h"

#include <string.h>

#include "base/ctext.h"
#include "base/diag.h"

/* The last flag that speaks of it counts. */
static bool flag_says(const char *flag, bool before)
{
    bool defines = strcmp(flag, "-DNDEBUG") == 0 || strncmp(flag, "-DNDEBUG=", 9) == 0;
    return defines || (before && strcmp(flag, "-UNDEBUG") != 0);
}

static bool flags_define(uint32_t unit, const FrontendOptions *options)
{
    bool defined = false;
    for (uint32_t i = 0; i < options->flag_count; i++)
        defined = flag_says(options->flags[i], defined);
    for (uint32_t i = 0; i < options->file_flag_count; i++)
        if (options->file_flags[i].unit == unit) defined = flag_says(options->file_flags[i].flag, defined);
    return defined;
}

/* Whether a directive (define or undef) for NDEBUG begins there. */
static bool is_directive(const char *at, const char *word)
{
    size_t n = strlen(word);
    if (*at != '#') return false;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, word, n) != 0) return false;
    at += n + strspn(at + n, " \t");
    return strncmp(at, "NDEBUG", 6) == 0 && !ctext_is_name(at[6]);
}

void compiled_out_tell(Run *run, const char *path, uint32_t unit, const FrontendOptions *options)
{
    bool is_asked = !options->properties || (options->properties & PROPERTY_BIT(PROPERTY_UNREACH_CALL));
    char *text = is_asked ? ctext_read(run, path) : NULL;
    bool defined = flags_define(unit, options);
    uint32_t count = 0;
    if (!text) return;
    for (const char *at = text; *at; at = ctext_skip(at)) {
        defined = is_directive(at, "define") || (defined && !is_directive(at, "undef"));
        count += defined && ctext_is_word(text, at, "assert") && at[6 + strspn(at + 6, " \t")] == '(';
    }
    run_release(run, text);
    if (count == 0) return;
    diag_add(run, SEVERITY_NOTE, (SourcePos){run_strdup(run, path), 0, 0},
             count == 1 ? "%u assertion of this file is compiled out, and not checked: NDEBUG is defined"
                        : "%u assertions of this file are compiled out, and not checked: NDEBUG is defined",
             count);
}
