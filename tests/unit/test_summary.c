/* Summaries of library functions, and the formats that they take. */
#include "c/library/summary.h"

#include <string.h>

#include "c/compile/intrinsics.h"
#include "c/library/format.h"
#include "c/library/library_name.h"
#include "c/library/prototype.h"
#include "tap.h"

static bool is_summarized(Intrinsic i)
{
    return i == INTRINSIC_IGNORE || i == INTRINSIC_ZERO || i == INTRINSIC_NONDET || i == INTRINSIC_NONDET_BOOL;
}

TEST(each_function_without_a_lowering_of_its_own_has_a_summary)
{
    Intrinsic intrinsic;
    const char *name;
    for (size_t i = 0; (name = intrinsic_row(i, &intrinsic)) != NULL; i++) {
        if (!is_summarized(intrinsic)) continue;
        const Summary *s = summary_find(name);
        if (!s) printf("# %s has no summary\n", name);
        CHECK(s != NULL);
        if (s && intrinsic == INTRINSIC_ZERO) CHECK(s->result == SUMMARY_FIXED || s->result == SUMMARY_STATUS);
        if (s && intrinsic != INTRINSIC_ZERO)
            CHECK(s->result == SUMMARY_ARBITRARY || s->result == SUMMARY_STATUS || s->result == SUMMARY_LIBRARY);
    }
}

TEST(each_summary_is_of_a_function_that_does_nothing_else)
{
    const Summary *s;
    for (size_t i = 0; (s = summary_row(i)) != NULL; i++) {
        CHECK(summary_find(s->name) == s); /* no row before hides it */
        bool is_known = is_summarized(intrinsic_find(s->name, false));
        bool is_exact = s->result == SUMMARY_ARBITRARY || s->result == SUMMARY_FIXED || s->result == SUMMARY_STATUS;
        CHECK(is_known || !is_exact);
        CHECK(strspn(s->uses, ARGUMENT_USES) == strlen(s->uses));
        const char *rest = strchr(s->uses, ARGUMENT_REST);
        CHECK(!rest || rest[1] == 0);
    }
}

TEST(names_of_the_library_are_found_whole)
{
    CHECK(library_has_name("a64l") && library_has_name("fcntl") && library_has_name("wscanf"));
    CHECK(library_has_name("__isoc99_sscanf") && library_has_name("__snprintf_chk"));
    CHECK(!library_has_name("fcnt") && !library_has_name("cntl") && !library_has_name("fcntl fcntl6"));
    CHECK(!library_has_name("next_input") && !library_has_name("__chk") && !library_has_name("unknown"));
    for (size_t i = 0; summary_row(i) != NULL; i++) /* none is in two tables */
        CHECK(summary_row(i)->name[0] == 'p' || !library_has_name(summary_row(i)->name));
}

TEST(summaries_fit_the_prototypes)
{
    const Summary *s;
    for (size_t i = 0; (s = summary_row(i)) != NULL; i++) {
        const char *kinds = prototype_find(s->name);
        if (!kinds) continue;
        size_t fixed = strcspn(kinds + 1, "."), uses = strcspn(s->uses, "*");
        if (uses > fixed && kinds[1 + fixed] != PROTOTYPE_MORE) printf("# %s\n", s->name);
        CHECK(uses <= fixed || kinds[1 + fixed] == PROTOTYPE_MORE);
        for (size_t k = 0; k < uses && k < fixed; k++) {
            bool is_number = s->uses[k] == ARGUMENT_VALUE || s->uses[k] == ARGUMENT_LIBRARY;
            CHECK(is_number || kinds[1 + k] == PROTOTYPE_POINTER);
        }
    }
}

TEST(prototypes_are_found_whole)
{
    CHECK(strcmp(prototype_find("pause"), "i") == 0 && strcmp(prototype_find("strcmp"), "ipp") == 0);
    CHECK(strcmp(prototype_find("printf"), "ip.") == 0 && strcmp(prototype_find("exit"), "vi") == 0);
    CHECK(!prototype_find("") && !prototype_find("paus") && !prototype_find("ause") && !prototype_find("unknown"));
}

static bool parse(const char *text, Format *format)
{
    uint32_t wide[64];
    uint32_t n = (uint32_t)strlen(text);
    for (uint32_t i = 0; i < n; i++)
        wide[i] = (unsigned char)text[i];
    return format_parse(wide, n, 8, format);
}

static bool writes(const char *text, uint32_t argument, uint32_t bytes, bool is_known, uint64_t count)
{
    Format f;
    if (!parse(text, &f) || f.count != 1) return false;
    const FormatWrite *w = &f.writes[0];
    return w->argument == argument && w->bytes == bytes && w->is_known == is_known && (!is_known || w->count == count);
}

TEST(formats_that_write)
{
    CHECK(writes("%n", 0, 4, true, 0));
    CHECK(writes("abc%n", 0, 4, true, 3));
    CHECK(writes("a%%b%n", 0, 4, true, 3));
    CHECK(writes("%c%hhn", 1, 1, true, 1));
    CHECK(writes("%d%hn", 1, 2, false, 0));
    CHECK(writes("%*.*s%ln", 3, 8, false, 0));
    CHECK(writes("%m%lln", 0, 8, false, 0));
    CHECK(writes("%-08.3f%jn", 1, 8, false, 0));
    CHECK(writes("%zn", 0, 8, true, 0) && writes("%tn", 0, 8, true, 0));
    CHECK(writes("\xc3\xa4%n", 0, 4, false, 0));
}

TEST(formats_that_do_not_write)
{
    static const char *const texts[] = {"", "%%n", "%d%s\n", "%lu %p %#x", "%5.2Lf", "%ls%lc"};
    Format f;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(parse(texts[i], &f));
        CHECK(f.count == 0);
    }
}

TEST(formats_that_are_not_known)
{
    static const char *const texts[] = {"%", "%1$n", "%w32n", "%y", "%-%", "%l", "%n%n%n%n%n%n%n%n%n"};
    Format f;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK(!parse(texts[i], &f));
}

TAP_MAIN();
