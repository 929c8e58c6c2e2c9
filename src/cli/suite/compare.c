#include "cli/suite/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/files/tsv.h"
#include "cli/suite/report.h"

typedef struct Comparison {
    size_t gained, lost, changed, only_before, both_solved;
    double seconds_before, seconds_now; /* over both_solved */
    Output lines[3];                    /* of gained, lost, changed */
} Comparison;

static int compare_rows(const void *a, const void *b)
{
    const SuiteRow *const *x = a, *const *y = b;
    return strcmp((*x)->task, (*y)->task);
}

/* The rows that are done, by name. */
static SuiteRow **sort_rows(const Suite *suite, size_t *count)
{
    SuiteRow **order = memory_new(suite->count * sizeof *order);
    *count = 0;
    for (size_t i = 0; i < suite->count; i++)
        if (suite->rows[i].is_done) order[(*count)++] = &suite->rows[i];
    CHECK(*count <= suite->count);
    qsort(order, *count, sizeof *order, compare_rows);
    return order;
}

static bool is_solved(const char *verdict) { return strcmp(verdict, "true") == 0 || strcmp(verdict, "false") == 0; }

static void compare_row(Comparison *c, const Tsv *before, const SuiteRow *row)
{
    const char *was = tsv_cell(before, "verdict", TSV_CELLS), *is = suite_verdict_word(row->verdict);
    if (is_solved(was) && is_solved(is)) {
        c->both_solved++;
        c->seconds_before += strtod(tsv_cell(before, "seconds", TSV_CELLS), NULL);
        c->seconds_now += row->seconds;
    }
    if (strcmp(was, is) == 0 || (!is_solved(was) && !is_solved(is))) return;
    CHECK(row->is_done && row->reason);
    int kind = !is_solved(was) ? 0 : !is_solved(is) ? 1 : 2;
    size_t *counts[] = {&c->gained, &c->lost, &c->changed};
    static const char *const titles[] = {"gained", "lost", "CHANGED"};
    ++*counts[kind];
    const char *old_status = tsv_cell(before, "status", TSV_CELLS), *new_status = suite_status_word(row->status);
    output_addf(&c->lines[kind], "%-8s %s: %s -> %s [%s]\n", titles[kind], row->task,
                is_solved(was) || !*old_status ? was : old_status, is_solved(is) ? is : new_status, row->reason);
}

static void add_comparison_lines(Output *out, Comparison *c, const char *path, size_t only_now)
{
    output_addf(out, "compared with %s: %zu gained, %zu lost, %zu changed\n", path, c->gained, c->lost, c->changed);
    for (int kind = 0; kind < 3; kind++) {
        if (c->lines[kind].length) output_addf(out, "%.*s", (int)c->lines[kind].length, c->lines[kind].data);
        output_clear(&c->lines[kind]);
    }
    if (c->only_before || only_now)
        output_addf(out, "%zu task%s only in that table, %zu only here\n", c->only_before,
                    c->only_before == 1 ? "" : "s", only_now);
    output_addf(out, "%zu task%s solved both times: %.1f s -> %.1f s", c->both_solved, c->both_solved == 1 ? "" : "s",
                c->seconds_before, c->seconds_now);
    if (c->seconds_before > 0) output_addf(out, " (ratio %.2f)", c->seconds_now / c->seconds_before);
    output_add(out, "\n\n");
}

bool suite_add_comparison(Output *out, const Suite *suite, const char *path, InputError *error)
{
    Tsv before;
    if (!tsv_open(&before, path, error)) return false;
    if (!before.name_count || !tsv_has(&before, "verdict", 0) || !tsv_has(&before, "seconds", 0)) {
        tsv_clear(&before);
        return input_fail(error, STATUS_BAD_INPUT, "%s: error: not a table of results (no columns verdict and seconds)",
                          path);
    }
    size_t count, found = 0;
    SuiteRow **order = sort_rows(suite, &count);
    Comparison c = {0};
    while (tsv_next(&before)) {
        if (strcmp(tsv_cell(&before, "property", TSV_CELLS), suite->property) != 0) continue;
        SuiteRow key = {.task = before.cells[0]}, *wanted = &key;
        SuiteRow **row = bsearch(&wanted, order, count, sizeof *order, compare_rows);
        CHECK(!row || strcmp((*row)->task, before.cells[0]) == 0);
        found += row != NULL;
        c.only_before += row == NULL;
        if (row) compare_row(&c, &before, *row);
    }
    add_comparison_lines(out, &c, path, count > found ? count - found : 0);
    free(order);
    tsv_clear(&before);
    return true;
}
