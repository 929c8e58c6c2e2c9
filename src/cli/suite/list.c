#include "cli/suite/list.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/files/tsv.h"

static bool is_program(const char *path)
{
    return input_has_suffix(path, ".c") || input_has_suffix(path, ".i") || input_is_text(path);
}

static bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Takes over the path. The task's name is the path from its `skip`-th byte on, without suffix. */
static void add_row(Suite *suite, char *path, size_t skip, Expected expected)
{
    CHECK(skip <= strlen(path));
    CHECK(suite->count == 0 || suite->rows);
    const char *name = path + skip, *dot = strrchr(name, '.');
    bool has_suffix = dot && (task_is_definition(name) || is_program(name));
    suite->rows = memory_grow(suite->rows, suite->count, sizeof *suite->rows);
    suite->rows[suite->count++] = (SuiteRow){
        .task = memory_copy(name, has_suffix ? (size_t)(dot - name) : strlen(name)),
        .path = path,
        .expected = expected,
    };
}

/* A task definition says itself whether it asks for the property, and what is expected. One that is not understood
 * stays, so that its check says why. Takes over the path. */
static void add_task(Suite *suite, char *path, size_t skip)
{
    Task task;
    InputError error;
    const TaskProperty *property = NULL;
    bool is_read = task_is_definition(path) && task_read(path, &task, &error);
    if (is_read) property = task_find_property(&task, suite->property);
    Expected expected = property ? property->expected : EXPECTED_NONE;
    if (is_read) task_clear(&task);
    if (!is_read || property) {
        add_row(suite, path, skip, expected);
    } else {
        suite->skipped++;
        free(path);
    }
}

/* The files that match, whose names begin with the folder; their number. */
static size_t add_matches(Suite *suite, const char *pattern, size_t skip)
{
    glob_t found;
    memset(&found, 0, sizeof found);
    size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    for (size_t i = 0; i < count; i++)
        add_task(suite, memory_copy(found.gl_pathv[i], strlen(found.gl_pathv[i])), skip);
    globfree(&found);
    return count;
}

static bool add_directory(Suite *suite, const char *list, InputError *error)
{
    char *pattern = memory_format("%s%s*.yml", list, input_has_suffix(list, "/") ? "" : "/");
    size_t count = add_matches(suite, pattern, strlen(pattern) - strlen("*.yml"));
    free(pattern);
    return count || input_fail(error, STATUS_NO_INPUT, "%s: no task (*.yml) in this directory", list);
}

/* A .set file of SV-COMP: a pattern a line, relative to the file. */
static bool add_set_file(Suite *suite, const char *list, InputError *error)
{
    Tsv lines;
    bool ok = true;
    if (!tsv_open(&lines, list, error)) return false;
    while (ok && tsv_next(&lines)) {
        char *line = lines.cells[0];
        line[strcspn(line, " ")] = 0;
        char *pattern = input_beside(list, line);
        ok = add_matches(suite, pattern, strlen(pattern) - strlen(line)) ||
             input_fail(error, STATUS_NO_INPUT, "%s:%zu: no file matches '%.200s'", list, lines.line, line);
        free(pattern);
    }
    tsv_clear(&lines);
    return ok;
}

/* The file of a task that is named with or without its suffix; NULL when there is none. */
static char *find_task_file(const char *folder, const char *task)
{
    static const char *const suffixes[] = {"", ".yml", ".i", ".c", ".scpl", ".litmus"};
    bool has_suffix = task_is_definition(task) || is_program(task);
    for (size_t i = has_suffix ? 0 : 1; i < (has_suffix ? 1 : sizeof suffixes / sizeof suffixes[0]); i++) {
        char *path = memory_format("%s%s%s", task[0] == '/' ? "" : folder, task, suffixes[i]);
        if (access(path, F_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

static bool add_table_row(Suite *suite, const Tsv *table, const char *list, const char *folder, InputError *error)
{
    const char *task = tsv_cell(table, "task", 0), *property = tsv_cell(table, "property", 1);
    const char *word = tsv_cell(table, "expected", 2);
    if (*property && strcmp(property, suite->property) != 0) {
        suite->skipped++;
        return true;
    }
    char *path = find_task_file(folder, task);
    if (!path)
        return input_fail(error, STATUS_NO_INPUT, "%s:%zu: no such task: %s%s (--tasks-dir says where the tasks are)",
                          list, table->line, task[0] == '/' ? "" : folder, task);
    Expected expected = task_expected(word);
    size_t skip = strlen(path) > strlen(folder) && task[0] != '/' ? strlen(folder) : 0;
    if (*word && !expected) {
        free(path);
        return input_fail(error, STATUS_BAD_INPUT, "%s:%zu: error: expected '%.40s' (expected true or false)", list,
                          table->line, word);
    }
    if (tsv_has(table, "property", 1))
        add_row(suite, path, skip, expected);
    else
        add_task(suite, path, skip);
    return true;
}

/* A task a line, and perhaps its property and the verdict that is expected; these count, not those of the task. */
static bool add_table(Suite *suite, const char *list, const char *tasks_dir, InputError *error)
{
    Tsv table;
    bool ok = true;
    if (!tsv_open(&table, list, error)) return false;
    char *folder = tasks_dir ? memory_format("%s%s", tasks_dir, input_has_suffix(tasks_dir, "/") ? "" : "/")
                             : memory_copy(list, (size_t)(input_base(list) - list));
    while (ok && tsv_next(&table))
        ok = add_table_row(suite, &table, list, folder, error);
    free(folder);
    tsv_clear(&table);
    return ok;
}

bool suite_add_list(Suite *suite, const char *list, const char *tasks_dir, InputError *error)
{
    if (is_directory(list)) return add_directory(suite, list, error);
    if (input_has_suffix(list, ".set")) return add_set_file(suite, list, error);
    if (!task_is_definition(list) && !is_program(list)) return add_table(suite, list, tasks_dir, error);
    if (access(list, R_OK) != 0) return input_fail(error, STATUS_NO_INPUT, "%s: no such file", list);
    add_task(suite, memory_copy(list, strlen(list)), (size_t)(input_base(list) - list));
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    const SuiteRow *const *x = a, *const *y = b;
    int order = strcmp((*x)->path, (*y)->path);
    return order ? order : (*x > *y) - (*x < *y);
}

static void clear_row(SuiteRow *row)
{
    free(row->task);
    free(row->path);
    free(row->reason);
    row->path = NULL;
}

void suite_drop_repeated(Suite *suite)
{
    SuiteRow **order = memory_new(suite->count * sizeof *order);
    for (size_t i = 0; i < suite->count; i++)
        order[i] = &suite->rows[i];
    qsort(order, suite->count, sizeof *order, compare_paths);
    const char *last = NULL;
    for (size_t i = 0; i < suite->count; i++) {
        if (last && strcmp(last, order[i]->path) == 0)
            clear_row(order[i]);
        else
            last = order[i]->path;
    }
    free(order);
    size_t kept = 0;
    for (size_t i = 0; i < suite->count; i++)
        if (suite->rows[i].path) suite->rows[kept++] = suite->rows[i];
    CHECK(kept <= suite->count && (kept > 0) == (suite->count > 0));
    suite->count = kept;
}

void suite_clear(Suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        clear_row(&suite->rows[i]);
    free(suite->rows);
}

static bool row_is_valid(const SuiteRow *row)
{
    if (!row->task || !row->path || row->status >= SUITE_STATUS_COUNT) return false;
    if (!row->is_done) return !row->reason && row->verdict == VERDICT_NOTHING;
    bool is_rated = row->status == SUITE_CORRECT || row->status == SUITE_WRONG || row->status == SUITE_UNRATED;
    bool has_verdict = row->verdict == VERDICT_TRUE || row->verdict == VERDICT_FALSE;
    return row->reason && is_rated == has_verdict &&
           (!is_rated || (row->expected == EXPECTED_NONE) == (row->status == SUITE_UNRATED));
}

bool suite_is_valid(const Suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        if (!row_is_valid(&suite->rows[i])) return false;
    return true;
}
