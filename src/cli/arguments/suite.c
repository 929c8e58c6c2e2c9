#include "cli/arguments/suite.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "base/nearest.h"
#include "cli/arguments/inputs.h"
#include "cli/arguments/options.h"
#include "cli/files/output.h"
#include "cli/files/property.h"
#include "cli/files/status.h"

#define JOBS_MAX 1000

static const struct {
    const char *name;
    char letter;
    const char *shape;
    size_t offset;
} infos[] = {
#define X(field, name, letter, shape, value, help) {name, letter, shape, offsetof(SuiteOptions, field)},
    SUITE_OPTIONS(X)
#undef X
};
#define INFO_COUNT (sizeof infos / sizeof infos[0])

static const char *long_name(size_t i) { return i < INFO_COUNT ? infos[i].name : NULL; }

static int complain_suite_option(const char *argument)
{
    char word[64];
    const char *start = argument + strspn(argument, "-");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(start, "="), start);
    const char *nearest = nearest_word(word, long_name);
    if (nearest)
        output_complain("unknown option '%s' (did you mean '--%s'?)", argument, nearest);
    else
        output_complain("unknown option '%s' (options of check come after '--'; see 'chorus suite --help')", argument);
    return STATUS_USAGE;
}

/* The option that the argument names, INFO_COUNT for none; *value: what stands in the same argument, or NULL. */
static size_t find_option(const char *argument, const char **value)
{
    bool is_long = argument[1] == '-';
    size_t length = is_long ? strcspn(argument + 2, "=") : 1;
    for (size_t i = 0; i < INFO_COUNT; i++) {
        if (is_long ? strlen(infos[i].name) != length || strncmp(infos[i].name, argument + 2, length) != 0
                    : infos[i].letter != argument[1])
            continue;
        const char *rest = is_long ? argument + 2 + length : argument + 2;
        *value = !*rest ? NULL : is_long ? rest + 1 : rest;
        return i;
    }
    return INFO_COUNT;
}

/* Options and lists; what follows "--" is kept for the checks. */
static int parse_suite_options(int argc, char **argv, SuiteOptions *o)
{
    for (int at = 0; at < argc; at++) {
        char *argument = argv[at];
        const char *value = NULL;
        if (argument[0] != '-') {
            CHECK(o->list_count < (size_t)argc);
            o->lists[o->list_count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            o->passed = argv + at + 1;
            o->passed_count = (size_t)(argc - at - 1);
            return 0;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            o->help = true;
        } else if (strcmp(argument, "--force") == 0) {
            o->force = true;
        } else if (strcmp(argument, "--resume") == 0) {
            o->resume = true;
        } else {
            size_t i = find_option(argument, &value);
            if (i == INFO_COUNT) return complain_suite_option(argument);
            if (!value && at + 1 < argc && !options_is_option(argv[at + 1])) {
                value = argv[++at];
                if (!options_is_file_name(infos[i].name, infos[i].shape, value)) return STATUS_USAGE;
            }
            if (!value || !*value) {
                output_complain("option '%s' needs a value", argument);
                return STATUS_USAGE;
            }
            CHECK(infos[i].offset <= sizeof *o - sizeof value);
            *(const char **)(void *)((char *)o + infos[i].offset) = value;
        }
    }
    return 0;
}

/* ---- values ---- */

static int read_jobs(SuiteOptions *o)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    o->job_count = processors > 0 ? (size_t)processors : 1;
    if (!o->jobs) return 0;
    size_t length = strlen(o->jobs), number = 0;
    if (length <= 4 && o->jobs[0] != '0' && strspn(o->jobs, "0123456789") == length) number = (size_t)atol(o->jobs);
    if (number < 1 || number > JOBS_MAX) {
        output_complain("option jobs: '%s' is not a number from 1 to %d", o->jobs, JOBS_MAX);
        return STATUS_USAGE;
    }
    o->job_count = number;
    return 0;
}

/* The session reads what it has options for: the same words mean the same, and are refused the same way. */
static int read_with_session(SuiteOptions *o, ChorusSession *session)
{
    InputError error = {0, ""};
    o->property = property_resolve(o->property, &error);
    if (!o->property) return input_complain(&error);
    if (chorus_set_option(session, "property", o->property) != CHORUS_OK ||
        chorus_set_option(session, "time-limit", o->time_limit) != CHORUS_OK ||
        chorus_set_option(session, "memory-limit", o->memory_limit) != CHORUS_OK) {
        output_complain("option %s", chorus_error(session));
        return STATUS_USAGE;
    }
    o->seconds = strcmp(o->time_limit, "none") == 0 ? 0 : strtod(o->time_limit, NULL);
    o->megabytes = strcmp(o->memory_limit, "none") == 0 ? 0 : (size_t)atol(o->memory_limit);
    return 0;
}

/* The options for the checks, tried now: better one complaint than one for each task. */
static int try_passed(const SuiteOptions *o, ChorusSession *session)
{
    Arguments arguments;
    char **copy = memory_new((o->passed_count + 1) * sizeof *copy);
    for (size_t i = 0; i < o->passed_count; i++)
        copy[i] = o->passed[i];
    int status = options_parse(COMMAND_CHECK, (int)o->passed_count, copy, session, &arguments) ? 0 : STATUS_USAGE;
    const char *why = status                  ? NULL
                      : arguments.path_count  ? "is no option: tasks come before '--'"
                      : arguments.property    ? "--property comes before '--'"
                      : arguments.help        ? "--help is no option for all tasks"
                      : arguments.watch       ? "--watch would never end"
                      : arguments.json        ? "--json would be one file for all tasks"
                      : arguments.trace       ? "--trace would be one file for all tasks"
                      : arguments.certificate ? "--certificate would be one file for all tasks"
                                              : NULL;
    if (why) {
        output_complain("after '--': %s%s%s", arguments.path_count ? arguments.paths[0] : "",
                        arguments.path_count ? " " : "", why);
        status = STATUS_USAGE;
    }
    inputs_clear(&arguments);
    free(copy);
    return status;
}

static int read_place(SuiteOptions *o)
{
    o->on_slurm = strcmp(o->on, "slurm") == 0;
    const char *needs = o->on_slurm ? "on=slurm" : o->resume ? "resume" : NULL;
    if (!o->on_slurm && strcmp(o->on, "here") != 0)
        output_complain("option on: '%s' is neither here nor slurm", o->on);
    else if (needs && !o->output)
        output_complain("option %s needs a table: --output=FILE.tsv", needs);
    else
        return 0;
    return STATUS_USAGE;
}

static int read_values(SuiteOptions *o)
{
    int status = read_place(o);
    if (!status) status = read_jobs(o);
    ChorusSession *session = status ? NULL : chorus_new(), *other = session ? chorus_new() : NULL;
    if (!status) status = other ? read_with_session(o, session) : STATUS_INTERNAL;
    if (!status) status = try_passed(o, other);
    chorus_free(session);
    chorus_free(other);
    return status;
}

int suite_parse_options(int argc, char **argv, SuiteOptions *options)
{
    *options = (SuiteOptions)
    {
#define X(field, name, letter, shape, value, help) .field = value,
        SUITE_OPTIONS(X)
#undef X
            .lists = memory_new(((size_t)argc + 1) * sizeof *options->lists)
    };
    int status = parse_suite_options(argc, argv, options);
    if (status || options->help) return status;
    if (!options->list_count) {
        output_complain("no list of tasks (see 'chorus suite --help')");
        return STATUS_USAGE;
    }
    return read_values(options);
}
