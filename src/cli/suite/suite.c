#include "cli/suite/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/arguments/suite.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/files/target.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/suite/compare.h"
#include "cli/suite/list.h"
#include "cli/suite/report.h"
#include "cli/suite/run.h"
#include "cli/suite/slurm.h"
#include "cli/suite/table.h"

static bool add_lists(Suite *suite, const SuiteOptions *options, InputError *error)
{
    for (size_t i = 0; i < options->list_count; i++)
        if (!suite_add_list(suite, options->lists[i], options->tasks_dir, error)) return false;
    CHECK(suite_is_valid(suite));
    suite_drop_repeated(suite);
    return suite->count ||
           input_fail(error, STATUS_BAD_INPUT, "%s: error: no task asks for %s", options->lists[0], suite->property);
}

/* Is the earlier table one? Asked first, since it is compared hours later. */
static bool try_comparison(const SuiteOptions *options, InputError *error)
{
    const Suite nothing = {.property = options->property, .part = -1};
    Output out = {NULL, 0, 0, false};
    bool ok = !options->compare || suite_add_comparison(&out, &nothing, options->compare, error);
    output_clear(&out);
    return ok;
}

static int write_table(const Suite *suite, const char *path, int status)
{
    Output table = {NULL, 0, 0, false};
    suite_add_table(&table, suite);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int error = fd < 0 ? errno : table.failed ? ENOMEM : output_write(fd, table.data, table.length);
    if (fd >= 0 && close(fd) != 0 && !error) error = errno;
    output_clear(&table);
    return error ? output_complain_write(path, error) : status;
}

static int report_suite(const Suite *suite, const SuiteOptions *options)
{
    InputError error = {0, ""};
    Output out = {NULL, 0, 0, false};
    bool is_bad = suite_count(suite, SUITE_WRONG) || suite_count(suite, SUITE_CRASH) || suite_count(suite, SUITE_ERROR);
    int status = is_bad ? STATUS_FALSE : suite->is_interrupted ? STATUS_UNKNOWN : STATUS_TRUE;
    CHECK(suite_is_valid(suite));
    suite_add_summary(&out, suite);
    if (options->compare && !suite_add_comparison(&out, suite, options->compare, &error))
        status = input_complain(&error);
    /* Afterwards, since it may be the same file. */
    if (options->output) status = write_table(suite, options->output, status);
    suite_add_total(&out, suite);
    if (suite->is_interrupted)
        output_complain("interrupted: not all of the %zu task%s were checked", suite->count,
                        suite->count == 1 ? "" : "s");
    monitor_claim_output(status);
    return output_flush(&out, status);
}

/* The table may replace the one that it is compared with, and no list or task. */
static bool may_write_table(const Suite *suite, const SuiteOptions *options, const char *part)
{
    const OutputTarget tables[] = {{"output", options->output}, {"output", part}};
    const char **inputs = memory_new((options->list_count + suite->count) * sizeof *inputs);
    for (size_t i = 0; i < options->list_count; i++)
        inputs[i] = options->lists[i];
    for (size_t i = 0; i < suite->count; i++)
        inputs[options->list_count + i] = suite->rows[i].path;
    bool ok = targets_may_write(tables, 2, inputs, options->list_count + suite->count, options->force);
    free(inputs);
    return ok;
}

/* Of a suite whose tasks are known. */
static int check_suite(Suite *suite, const SuiteOptions *options, const char *part)
{
    InputError error = {0, ""};
    if (!may_write_table(suite, options, part) || !output_can_write(options->output)) return STATUS_USAGE;
    if (part && !suite_open_part(suite, options, part, &error)) return input_complain(&error);
    if (!options->on_slurm)
        suite_run(suite, options);
    else if (!suite_run_slurm(suite, options))
        return STATUS_USAGE;
    int status = report_suite(suite, options);
    if (part && !suite->is_interrupted && status != STATUS_INTERNAL) unlink(part);
    return status;
}

static int run_lists(const SuiteOptions *options)
{
    Suite suite = {.property = options->property, .part = -1};
    InputError error = {0, ""};
    char *part = suite_part_path(options);
    bool ok = try_comparison(options, &error) && add_lists(&suite, options, &error);
    int status = ok ? check_suite(&suite, options, part) : input_complain(&error);
    if (suite.part >= 0) close(suite.part);
    suite_clear(&suite);
    free(part);
    return status;
}

int command_suite(int argc, char **argv)
{
    SuiteOptions options;
    int status = suite_parse_options(argc, argv, &options);
    if (!status) status = options.help ? help_print_command(COMMAND_SUITE) : run_lists(&options);
    free(options.lists);
    return status;
}
