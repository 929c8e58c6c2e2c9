#include "library_golden/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define EXPECT_SIZE (1 << 20)

/* ---- what is expected ---- */

/* To be freed; NULL: there is none. */
static char *read_expect(const char *input)
{
    char path[RESULT_SIZE];
    snprintf(path, sizeof path, "%.*s.expect", (int)(strrchr(input, '.') - input), input);
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    char *text = calloc(EXPECT_SIZE, 1);
    CHECK(text);
    size_t length = fread(text, 1, EXPECT_SIZE - 1, file);
    CHECK(length < EXPECT_SIZE - 1);
    fclose(file);
    return text;
}

/* What follows "WORD: " at the beginning of a line, into value; false: there is no such line. */
static bool find_line(const char *text, const char *word, char value[RESULT_SIZE])
{
    size_t length = strlen(word);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, word, length) != 0 || strncmp(line + length, ": ", 2) != 0) continue;
        line += length + 2;
        snprintf(value, RESULT_SIZE, "%.*s", (int)strcspn(line, "\n"), line);
        return true;
    }
    return false;
}

/* ---- comparing ---- */

static bool tell(char report[REPORT_SIZE], const char *what, const char *command, const char *library)
{
    snprintf(report, REPORT_SIZE, "%s\n  command: %.3900s\n  library: %.3900s\n", what, command, library);
    return false;
}

/* That there is no data race, which is known of all answers together, may take a condition from the others. */
static bool is_same_result(const Told *told, const char *expected)
{
    char without[RESULT_SIZE];
    static const char condition[] = ", interleaving";
    snprintf(without, sizeof without, "%s", told->result);
    char *at = strstr(without, condition);
    if (strcmp(without, expected) == 0) return true;
    if (!told->is_of_interleavings || !at) return false;
    memmove(at, at + strlen(condition), strlen(at + strlen(condition)) + 1);
    return strcmp(without, expected) == 0;
}

/* The first violation, where there is one; else the verdict. */
static bool compare_whole(const Answer *a, const char *text, char report[REPORT_SIZE])
{
    static const char *const words[] = {"true", "false", "unknown"};
    char expected[RESULT_SIZE];
    if (!find_line(text, "RESULT", expected)) return tell(report, "no result", "(none)", a->told[0].result);
    const Told *violated = NULL;
    for (size_t i = a->count; i-- > 0;)
        if (a->told[i].verdict == CHORUS_FALSE) violated = &a->told[i];
    if (violated) return is_same_result(violated, expected) || tell(report, "the result", expected, violated->result);
    const char *word = words[a->status];
    return strncmp(expected, word, strlen(word)) == 0 || tell(report, "the verdict", expected, word);
}

static bool compare_several(const Answer *a, const char *text, char report[REPORT_SIZE])
{
    char expected[RESULT_SIZE], first[RESULT_SIZE];
    CHECK(a->count > 0);
    bool is_quiet = !find_line(text, a->told[0].property, first);
    for (size_t i = 0; i < a->count && !is_quiet; i++) {
        if (!find_line(text, a->told[i].property, expected))
            return tell(report, a->told[i].property, "(not asked)", a->told[i].result);
        if (!is_same_result(&a->told[i], expected))
            return tell(report, a->told[i].property, expected, a->told[i].result);
    }
    for (size_t i = 0; chorus_property(i) && !is_quiet; i++) { /* nor more than those */
        bool is_told = false;
        for (size_t k = 0; k < a->count; k++)
            is_told |= strcmp(a->told[k].property, chorus_property(i)) == 0;
        if (!is_told && find_line(text, chorus_property(i), expected))
            return tell(report, chorus_property(i), expected, "(not asked)");
    }
    return compare_whole(a, text, report);
}

static bool compare_one(const Answer *a, const char *text, char report[REPORT_SIZE])
{
    char expected[RESULT_SIZE];
    if (!find_line(text, "RESULT", expected)) return tell(report, "no result", "(none)", a->told[0].result);
    return strcmp(expected, a->told[0].result) == 0 || tell(report, "the result", expected, a->told[0].result);
}

static bool compare_text(const Answer *a, const char *text, char report[REPORT_SIZE])
{
    char expected[RESULT_SIZE], status[16];
    snprintf(status, sizeof status, "%d", a->status);
    if (!find_line(text, "exit", expected)) return tell(report, "no status", "(none)", status);
    if (strcmp(expected, status) != 0) return tell(report, "the status", expected, *a->error ? a->error : status);
    if (a->status > 2) /* the reason stands where the golden test has standard error */
        return !strstr(text, "\nstderr: ") || strstr(text, a->error) || tell(report, "the error", text, a->error);
    return a->is_several ? compare_several(a, text, report) : compare_one(a, text, report);
}

bool compare_answer(const Answer *answer, const char *input, char report[REPORT_SIZE])
{
    char *text = read_expect(input);
    if (!text) return tell(report, "no .expect", "(none)", "");
    bool ok = compare_text(answer, text, report);
    free(text);
    return ok;
}
