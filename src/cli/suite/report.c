#include "cli/suite/report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"

#define FAMILIES_SHOWN 20

/* SV-COMP's points. */
enum { POINTS_TRUE = 2, POINTS_FALSE = 1, POINTS_WRONG_TRUE = -32, POINTS_WRONG_FALSE = -16 };

const char *suite_verdict_word(SuiteVerdict verdict)
{
    switch (verdict) {
    case VERDICT_TRUE: return "true";
    case VERDICT_FALSE: return "false";
    case VERDICT_UNKNOWN: return "unknown";
    case VERDICT_NOTHING: break;
    }
    return "";
}

const char *suite_status_word(SuiteStatus status)
{
    switch (status) {
#define X(name, word)                                                                                                  \
    case SUITE_##name: return word;
        SUITE_STATUSES(X)
#undef X
    case SUITE_STATUS_COUNT: break;
    }
    return "";
}

const char *suite_expected_word(Expected expected)
{
    return expected == EXPECTED_TRUE ? "true" : expected == EXPECTED_FALSE ? "false" : "";
}

size_t suite_count(const Suite *suite, SuiteStatus status)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++)
        count += suite->rows[i].is_done && suite->rows[i].status == status;
    return count;
}

/* ---- the table ---- */

void suite_add_head(Output *out)
{
    output_add(out, "task\tproperty\texpected\tverdict\tstatus\tseconds\tMB\treason\n");
}

void suite_add_row(Output *out, const Suite *suite, const SuiteRow *row)
{
    output_addf(out, "%s\t%s\t%s\t%s\t%s\t%.2f\t%.0f\t%s\n", row->task, suite->property,
                suite_expected_word(row->expected), suite_verdict_word(row->verdict), suite_status_word(row->status),
                row->seconds, row->megabytes, row->reason);
}

void suite_add_table(Output *out, const Suite *suite)
{
    suite_add_head(out);
    for (size_t i = 0; i < suite->count; i++)
        if (suite->rows[i].is_done) suite_add_row(out, suite, &suite->rows[i]);
}

/* ---- sums ---- */

typedef struct ScoreSum {
    size_t tasks, correct, wrong, others;
    long score, score_max;
    double seconds;
} ScoreSum;

static long row_points(const SuiteRow *row)
{
    bool is_true = row->verdict == VERDICT_TRUE;
    if (row->status == SUITE_CORRECT) return is_true ? POINTS_TRUE : POINTS_FALSE;
    if (row->status == SUITE_WRONG) return is_true ? POINTS_WRONG_TRUE : POINTS_WRONG_FALSE;
    return 0;
}

static void sum_add(ScoreSum *sum, const SuiteRow *row)
{
    sum->tasks++;
    sum->correct += row->status == SUITE_CORRECT;
    sum->wrong += row->status == SUITE_WRONG;
    sum->others += row->status != SUITE_CORRECT && row->status != SUITE_WRONG;
    CHECK(sum->correct + sum->wrong + sum->others == sum->tasks);
    sum->score += row_points(row);
    sum->score_max += row->expected == EXPECTED_TRUE ? POINTS_TRUE : row->expected == EXPECTED_FALSE ? POINTS_FALSE : 0;
    sum->seconds += row->seconds;
}

static void sum_join(ScoreSum *sum, const ScoreSum *more)
{
    sum->tasks += more->tasks;
    sum->correct += more->correct;
    sum->wrong += more->wrong;
    sum->others += more->others;
    sum->score += more->score;
    sum->score_max += more->score_max;
    sum->seconds += more->seconds;
}

/* ---- what went wrong ---- */

static void add_failed_rows(Output *out, const Suite *suite, SuiteStatus status, const char *title, const char *colour)
{
    bool has_colour = output_has_colour(STDOUT_FILENO);
    for (size_t i = 0; i < suite->count; i++) {
        const SuiteRow *row = &suite->rows[i];
        if (!row->is_done || row->status != status) continue;
        output_addf(out, "%s%s%s %s: ", has_colour ? colour : "", title, has_colour ? "\033[0m" : "", row->task);
        if (status == SUITE_WRONG)
            output_addf(out, "%s, expected %s [%s]\n", suite_verdict_word(row->verdict),
                        suite_expected_word(row->expected), row->reason);
        else
            output_addf(out, "%s\n", row->reason);
    }
}

/* ---- groups: families and causes ---- */

typedef struct Group {
    char *name;
    ScoreSum sum;
} Group;

typedef struct Groups {
    Group *data;
    size_t count;
} Groups;

/* Takes over the name. */
static void groups_add(Groups *groups, char *name, const SuiteRow *row)
{
    size_t i = 0;
    while (i < groups->count && strcmp(groups->data[i].name, name) != 0)
        i++;
    if (i == groups->count) {
        groups->data = memory_grow(groups->data, groups->count, sizeof *groups->data);
        groups->data[groups->count++] = (Group){.name = memory_copy(name, strlen(name))};
    }
    free(name);
    CHECK(i < groups->count);
    sum_add(&groups->data[i].sum, row);
}

static void groups_clear(Groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        free(groups->data[i].name);
    free(groups->data);
}

/* The most tasks first. */
static int compare_by_tasks(const void *a, const void *b)
{
    const Group *x = a, *y = b;
    if (x->sum.tasks != y->sum.tasks) return x->sum.tasks < y->sum.tasks ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void groups_sort(Groups *groups)
{
    if (groups->count) qsort(groups->data, groups->count, sizeof *groups->data, compare_by_tasks);
}

/* The folder of the task if there is one, else the letters of its name up to the first other character; before them,
 * digits and punctuation do not count. */
static char *family_of(const char *task)
{
    const char *base = input_base(task);
    if (base != task) return memory_copy(task, (size_t)(base - task) - 1);
    size_t start = 0, end;
    while (task[start] && !isalpha((unsigned char)task[start]))
        start++;
    for (end = start; isalpha((unsigned char)task[end]);)
        end++;
    return end > start ? memory_copy(task + start, end - start) : memory_copy(task, strlen(task));
}

/* The length of "file:line: " or "file:line:column: " at the start, 0 for anything else. */
static size_t position_length(const char *reason)
{
    size_t length = strcspn(reason, " ");
    if (length < 3 || reason[length] != ' ' || reason[length - 1] != ':') return 0;
    return isdigit((unsigned char)reason[length - 2]) ? length + 1 : 0;
}

/* The reason without its position, and without the numbers and the names in it, which are those of one program. */
static char *cause_of(const char *reason)
{
    const char *from = reason + position_length(reason);
    char *cause = memory_new(2 * strlen(from) + 1), *to = cause;
    for (; *from; from++) {
        bool in_word = to > cause && (isalnum((unsigned char)to[-1]) || to[-1] == '_');
        const char *end = *from == '`' ? strchr(from + 1, '`') : NULL;
        if (end) {
            to += sprintf(to, "...");
            from = end;
        } else if (!isdigit((unsigned char)*from) || in_word) {
            *to++ = *from;
        } else {
            *to++ = 'N';
            from += strspn(from, "0123456789.") - 1;
        }
    }
    CHECK(strlen(cause) <= 2 * strlen(reason));
    return cause;
}

static void add_sum(Output *out, const char *name, const ScoreSum *sum)
{
    output_addf(out, "%-26.26s %6zu %8zu %6zu %7zu %6ld %6ld %8.0f\n", name, sum->tasks, sum->correct, sum->wrong,
                sum->others, sum->score, sum->score_max, sum->seconds);
}

static ScoreSum total(const Suite *suite)
{
    ScoreSum sum = {0};
    for (size_t i = 0; i < suite->count; i++)
        if (suite->rows[i].is_done) sum_add(&sum, &suite->rows[i]);
    return sum;
}

static void add_families(Output *out, const Suite *suite)
{
    Groups families = {NULL, 0};
    for (size_t i = 0; i < suite->count; i++)
        if (suite->rows[i].is_done) groups_add(&families, family_of(suite->rows[i].task), &suite->rows[i]);
    groups_sort(&families);
    output_addf(out, "%-26s %6s %8s %6s %7s %6s %6s %8s\n", "family", "tasks", "correct", "wrong", "others", "score",
                "of", "seconds");
    size_t shown = families.count > FAMILIES_SHOWN ? FAMILIES_SHOWN - 1 : families.count;
    for (size_t i = 0; i < shown; i++)
        add_sum(out, families.data[i].name, &families.data[i].sum);
    ScoreSum more = {0};
    for (size_t i = shown; i < families.count; i++)
        sum_join(&more, &families.data[i].sum);
    if (more.tasks) {
        char title[40];
        snprintf(title, sizeof title, "%zu more", families.count - shown);
        add_sum(out, title, &more);
    }
    CHECK(shown <= families.count);
    ScoreSum all = total(suite);
    if (families.count > 1) add_sum(out, "all", &all);
    groups_clear(&families);
}

static void add_causes(Output *out, const Suite *suite)
{
    Groups causes = {NULL, 0};
    for (size_t i = 0; i < suite->count; i++) {
        const SuiteRow *row = &suite->rows[i];
        bool counts = row->status == SUITE_UNKNOWN || row->status == SUITE_TIMEOUT || row->status == SUITE_MEMORY;
        if (row->is_done && counts) groups_add(&causes, cause_of(row->reason), row);
    }
    groups_sort(&causes);
    if (causes.count) output_add(out, "\nwhy unknown\n");
    for (size_t i = 0; i < causes.count; i++)
        output_addf(out, "%6zu  %s\n", causes.data[i].sum.tasks, causes.data[i].name);
    groups_clear(&causes);
}

void suite_add_summary(Output *out, const Suite *suite)
{
    size_t before = out->length;
    add_failed_rows(out, suite, SUITE_WRONG, "WRONG", "\033[1;31m");
    add_failed_rows(out, suite, SUITE_CRASH, "CRASH", "\033[1;31m");
    add_failed_rows(out, suite, SUITE_ERROR, "ERROR", "\033[1;33m");
    if (out->length > before) output_add(out, "\n");
    add_families(out, suite);
    add_causes(out, suite);
    output_add(out, "\n");
}

void suite_add_total(Output *out, const Suite *suite)
{
    ScoreSum sum = total(suite);
    size_t trues = 0, unrated = suite_count(suite, SUITE_UNRATED);
    for (size_t i = 0; i < suite->count; i++)
        trues += suite->rows[i].status == SUITE_CORRECT && suite->rows[i].verdict == VERDICT_TRUE;
    CHECK(trues <= sum.correct);
    output_addf(out, "%s: %zu task%s, %zu correct (%zu true, %zu false), %zu WRONG, ", suite->property, sum.tasks,
                sum.tasks == 1 ? "" : "s", sum.correct, trues, sum.correct - trues, sum.wrong);
    output_addf(out, "%zu unknown, %zu timeout, %zu out of memory, %zu error, %zu crash",
                suite_count(suite, SUITE_UNKNOWN), suite_count(suite, SUITE_TIMEOUT), suite_count(suite, SUITE_MEMORY),
                suite_count(suite, SUITE_ERROR), suite_count(suite, SUITE_CRASH));
    if (unrated) output_addf(out, ", %zu unrated", unrated);
    if (suite->skipped) output_addf(out, " (%zu skipped)", suite->skipped);
    output_addf(out, "; score %ld of %ld; %.0f s\n", sum.score, sum.score_max, sum.seconds);
}
