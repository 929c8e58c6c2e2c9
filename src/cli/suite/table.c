#include "cli/suite/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "chorus.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/files/tsv.h"
#include "cli/suite/report.h"

char *suite_part_path(const SuiteOptions *options)
{
    struct stat st;
    if (!options->output || (stat(options->output, &st) == 0 && !S_ISREG(st.st_mode))) return NULL;
    return memory_format("%s.part", options->output);
}

/* ---- rows ---- */

static SuiteStatus find_status(const char *word)
{
    SuiteStatus status = 0;
    while (status < SUITE_STATUS_COUNT && strcmp(suite_status_word(status), word) != 0)
        status++;
    return status;
}

static SuiteVerdict find_verdict(const char *word)
{
    static const SuiteVerdict all[] = {VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(suite_verdict_word(all[i]), word) == 0) return all[i];
    return VERDICT_NOTHING;
}

/* How a verdict is rated is not believed, but found again. */
static bool is_rated_rightly(const SuiteRow *row)
{
    bool is_rated = row->verdict == VERDICT_TRUE || row->verdict == VERDICT_FALSE;
    if (!is_rated) return row->status != SUITE_CORRECT && row->status != SUITE_WRONG && row->status != SUITE_UNRATED;
    if (row->expected == EXPECTED_NONE) return row->status == SUITE_UNRATED;
    bool is_right = (row->verdict == VERDICT_TRUE) == (row->expected == EXPECTED_TRUE);
    return row->status == (is_right ? SUITE_CORRECT : SUITE_WRONG);
}

bool suite_take_row(SuiteRow *row, const Tsv *table)
{
    SuiteRow found = *row;
    const char *reason = tsv_cell(table, "reason", TSV_CELLS);
    if (row->is_done || task_expected(tsv_cell(table, "expected", TSV_CELLS)) != row->expected) return false;
    found.status = find_status(tsv_cell(table, "status", TSV_CELLS));
    found.verdict = find_verdict(tsv_cell(table, "verdict", TSV_CELLS));
    if (found.status == SUITE_STATUS_COUNT || !is_rated_rightly(&found)) return false;
    found.seconds = strtod(tsv_cell(table, "seconds", TSV_CELLS), NULL);
    found.megabytes = strtod(tsv_cell(table, "MB", TSV_CELLS), NULL);
    found.reason = memory_copy(reason, strlen(reason));
    found.is_done = true;
    *row = found;
    return true;
}

/* ---- going on ---- */

/* What the results depend on beside the tasks; the second line of the table. */
static char *describe_options(const SuiteOptions *o)
{
    Output out = {NULL, 0, 0, false};
    output_addf(&out, "# chorus %s --property=%s --time-limit=%s --memory-limit=%s --", chorus_version(), o->property,
                o->time_limit, o->memory_limit);
    for (size_t i = 0; i < o->passed_count; i++)
        output_addf(&out, " %s", o->passed[i]);
    for (size_t i = 0; i < out.length; i++)
        if ((unsigned char)out.data[i] < ' ') out.data[i] = ' ';
    output_add(&out, "\n");
    char *text = memory_copy(out.data ? out.data : "", out.length);
    output_clear(&out);
    return text;
}

static int compare_tasks(const void *a, const void *b)
{
    const SuiteRow *const *x = a, *const *y = b;
    return strcmp((*x)->task, (*y)->task);
}

/* The row of that name, unless it is not the only one. */
static SuiteRow *find_task_row(SuiteRow **order, size_t count, const char *task)
{
    SuiteRow key = {.task = (char *)(uintptr_t)task}, *wanted = &key;
    SuiteRow **found = bsearch(&wanted, order, count, sizeof *order, compare_tasks);
    if (!found) return NULL;
    bool is_only = (found == order || compare_tasks(found - 1, found) != 0) &&
                   (found == order + count - 1 || compare_tasks(found + 1, found) != 0);
    return is_only ? *found : NULL;
}

static void take_rows(Suite *suite, Tsv *table)
{
    SuiteRow **order = memory_new((suite->count + 1) * sizeof *order);
    for (size_t i = 0; i < suite->count; i++)
        order[i] = &suite->rows[i];
    qsort(order, suite->count, sizeof *order, compare_tasks);
    while (tsv_next(table)) {
        SuiteRow *row = find_task_row(order, suite->count, tsv_cell(table, "task", TSV_CELLS));
        bool is_asked = strcmp(tsv_cell(table, "property", TSV_CELLS), suite->property) == 0;
        if (row && is_asked) suite_take_row(row, table);
    }
    free(order);
}

/* A line that was being written is cut off. */
static bool cut_torn(const char *path, const char *options, InputError *error)
{
    char *text = input_read(path, (size_t)1 << 30, error);
    if (!text) return false;
    const char *second = strchr(text, '\n'), *last = strrchr(text, '\n');
    bool same = second && strncmp(second + 1, options, strlen(options)) == 0;
    if (same && truncate(path, last + 1 - text) != 0)
        same = input_fail(error, STATUS_NO_INPUT, "%s: cannot be written: %s", path, strerror(errno));
    else if (!same)
        input_fail(error, STATUS_USAGE, "%s: was begun with other options; without --resume it begins anew", path);
    free(text);
    return same;
}

static bool resume(Suite *suite, const char *options, const char *path, InputError *error)
{
    Tsv table;
    if (!cut_torn(path, options, error) || !tsv_open(&table, path, error)) return false;
    take_rows(suite, &table);
    tsv_clear(&table);
    return true;
}

bool suite_open_part(Suite *suite, const SuiteOptions *options, const char *path, InputError *error)
{
    char *text = describe_options(options);
    bool goes_on = options->resume && access(path, F_OK) == 0;
    bool ok = !goes_on || resume(suite, text, path, error);
    if (ok) suite->part = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (goes_on ? 0 : O_TRUNC), 0666);
    if (ok && suite->part < 0)
        ok = input_fail(error, STATUS_NO_INPUT, "%s: cannot be written: %s", path, strerror(errno));
    if (ok && !goes_on) {
        Output head = {NULL, 0, 0, false};
        suite_add_head(&head);
        output_add(&head, text);
        output_write(suite->part, head.data, head.length);
        output_clear(&head);
    }
    free(text);
    return ok;
}

/* What cannot be written now is in the whole table later. */
void suite_append(const Suite *suite, const SuiteRow *row)
{
    CHECK(row->is_done);
    Output line = {NULL, 0, 0, false};
    if (suite->part < 0) return;
    suite_add_row(&line, suite, row);
    if (!line.failed) output_write(suite->part, line.data, line.length);
    output_clear(&line);
}
