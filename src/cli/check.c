#include "cli/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/answer.h"
#include "cli/help.h"
#include "cli/input.h"
#include "cli/inputs.h"
#include "cli/monitor.h"
#include "cli/output.h"
#include "cli/status.h"

/* ---- progress: one line, rewritten ---- */

static void show_progress(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%.78s", line);
    fflush(stderr);
}

static void start_progress(ChorusSession *session, const Arguments *arguments)
{
    if (!arguments->quiet && !arguments->verbose && isatty(STDERR_FILENO))
        chorus_on_progress(session, show_progress, NULL);
}

static void end_progress(const Arguments *arguments)
{
    if (!arguments->quiet && !arguments->verbose && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* ---- output ---- */

static void print_diagnostics(ChorusSession *session, const Arguments *arguments)
{
    for (size_t i = 0; i < chorus_diagnostic_count(session); i++) {
        ChorusSeverity severity = CHORUS_NOTE;
        const char *text = chorus_diagnostic(session, i, &severity);
        if (severity == CHORUS_ERROR || !arguments->quiet) fprintf(stderr, "%s\n", text);
    }
}

static void add_statistics(Output *out, const ChorusSession *session)
{
    for (size_t i = 0; i < chorus_statistic_count(session); i++) {
        const char *name = chorus_statistic_name(session, i);
        bool is_count = strncmp(name, "seconds", 7) != 0 && strcmp(name, "memory-peak-mb") != 0;
        output_addf(out, "stat %s %.*f\n", name, is_count ? 0 : 3, chorus_statistic_value(session, i));
    }
}

static double statistic(const ChorusSession *session, const char *name)
{
    for (size_t i = 0; i < chorus_statistic_count(session); i++)
        if (strcmp(chorus_statistic_name(session, i), name) == 0) return chorus_statistic_value(session, i);
    return 0;
}

static void add_result(Output *out, ChorusSession *session)
{
    const char *colour = "", *end = "";
    if (output_has_colour(STDOUT_FILENO)) {
        end = "\033[0m";
        ChorusVerdict verdict = chorus_verdict(session);
        colour = verdict == CHORUS_TRUE ? "\033[1;32m" : verdict == CHORUS_FALSE ? "\033[1;31m" : "\033[1;33m";
    }
    output_addf(out, "%sRESULT: %s%s\n", colour, chorus_result_line(session), end);
}

static void add_account(Output *out, ChorusSession *session, const Arguments *arguments)
{
    Answer answer;
    answer_take(&answer, session, arguments->property ? arguments->property : chorus_property(0));
    answers_add_account(out, &answer, 1, !input_has_suffix(arguments->paths[0], ".scpl"));
    answer_clear(&answer);
}

static void add_all(Output *out, ChorusSession *session, const Arguments *arguments)
{
    if (!arguments->quiet) output_add(out, chorus_evidence(session));
    if (!arguments->quiet) add_account(out, session, arguments);
    if (arguments->stats) add_statistics(out, session);
    if (!arguments->quiet && isatty(STDOUT_FILENO))
        output_addf(out, "%.2f s, %.0f MB\n", statistic(session, "seconds"), statistic(session, "memory-peak-mb"));
    add_result(out, session);
}

static bool is_json_to_stdout(const Arguments *arguments)
{
    return arguments->json && strcmp(arguments->json, "-") == 0;
}

/* ---- files ---- */

/* Writes evidence for the verdict `of`; leaves the file alone when that is not the verdict. */
static int write_evidence(ChorusSession *session, const char *path, ChorusVerdict of, int status)
{
    if (!path) return status;
    CHECK(of == CHORUS_FALSE || of == CHORUS_TRUE);
    bool is_trace = of == CHORUS_FALSE, exists = chorus_verdict(session) == of;
    const char *text = is_trace ? chorus_trace_text(session) : chorus_certificate_text(session);
    if (!text) {
        output_complain("%s: not written: %s", path,
                        exists     ? chorus_error(session)
                        : is_trace ? "there is no counterexample"
                                   : "there is no proof");
        return exists ? STATUS_INTERNAL : status;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return output_complain_write(path, errno);
    int error = output_write(fd, text, strlen(text));
    if (close(fd) != 0 && !error) error = errno;
    return error ? output_complain_write(path, error) : status;
}

/* -1: no file wanted; otherwise its descriptor, or -2 after a complaint. */
static int open_json(const Arguments *arguments)
{
    if (!arguments->json || is_json_to_stdout(arguments)) return -1;
    int fd = open(arguments->json, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) return fd;
    output_complain_write(arguments->json, errno);
    return -2;
}

static int write_json(ChorusSession *session, const Arguments *arguments, int fd, int status)
{
    if (fd < 0) return status;
    CHECK(arguments->json && !is_json_to_stdout(arguments));
    const char *text = chorus_json(session);
    int error = ftruncate(fd, 0) != 0 && errno != EINVAL ? errno : output_write(fd, text, strlen(text));
    if (close(fd) != 0 && !error) error = errno;
    return error ? output_complain_write(arguments->json, error) : status;
}

/* ---- the command ---- */

static int exit_status(ChorusVerdict verdict)
{
    switch (verdict) {
    case CHORUS_TRUE: return STATUS_TRUE;
    case CHORUS_FALSE: return STATUS_FALSE;
    case CHORUS_UNKNOWN: return STATUS_UNKNOWN;
    case CHORUS_NONE: break;
    }
    return STATUS_INTERNAL;
}

static int refuse(ChorusSession *session, const Arguments *arguments, ChorusStatus loaded, int json)
{
    CHECK(loaded != CHORUS_OK && *chorus_error(session));
    if (arguments->verbose) print_diagnostics(session, arguments);
    if (loaded == CHORUS_BAD_INPUT)
        fprintf(stderr, "%s\n", chorus_error(session));
    else
        output_complain("%s", chorus_error(session));
    monitor_claim_output((int)loaded);
    int status = write_json(session, arguments, json, (int)loaded);
    Output out = {NULL, 0, 0, false};
    if (is_json_to_stdout(arguments)) output_add(&out, chorus_json(session));
    return output_flush(&out, status);
}

typedef ChorusStatus Work(ChorusSession *session, const Arguments *arguments);

static int check(ChorusSession *session, const Arguments *arguments, Work *work, int json)
{
    CHECK(arguments->path_count > 0 && json >= -1);
    monitor_promise_result(is_json_to_stdout(arguments));
    monitor_watch(session, arguments->time_limit);
    start_progress(session, arguments);
    ChorusStatus loaded = work(session, arguments);
    end_progress(arguments);
    if (loaded != CHORUS_OK) return refuse(session, arguments, loaded, json);
    print_diagnostics(session, arguments);
    Output out = {NULL, 0, 0, false};
    if (is_json_to_stdout(arguments))
        output_add(&out, chorus_json(session));
    else
        add_all(&out, session, arguments);
    CHECK(chorus_verdict(session) != CHORUS_NONE);
    int status = exit_status(chorus_verdict(session));
    monitor_claim_output(status);
    status = write_evidence(session, arguments->trace, CHORUS_FALSE, status);
    status = write_evidence(session, arguments->certificate, CHORUS_TRUE, status);
    status = write_json(session, arguments, json, status);
    return output_flush(&out, status);
}

static int resolve_and_check(ChorusSession *session, Arguments *arguments, Work *work)
{
    int status = inputs_resolve(arguments, session, 0), json = -2;
    if (status) return status;
    if (!inputs_may_write(arguments)) return STATUS_USAGE;
    if (output_can_write(arguments->trace) && output_can_write(arguments->certificate)) json = open_json(arguments);
    return json == -2 ? STATUS_USAGE : check(session, arguments, work, json);
}

static int print_engines(void)
{
    Output out = {NULL, 0, 0, false};
    for (size_t i = 0; i < chorus_engine_count(); i++)
        output_addf(&out, "%-10s %-14s %s\n", chorus_engine_name(i), chorus_engine_properties(i),
                    chorus_engine_description(i));
    return output_flush(&out, 0);
}

int verdict_command(Command command, int argc, char **argv, Work *work)
{
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    if (!options_parse(command, argc, argv, session, &arguments))
        status = STATUS_USAGE;
    else if (arguments.help)
        status = help_print_command(command);
    else if (arguments.engines)
        status = print_engines();
    else if (!arguments.path_count)
        output_complain("no input file (see 'chorus %s --help')", command_word(command));
    else if (command == COMMAND_MC && arguments.path_count > 1)
        output_complain("one input file at a time");
    else
        status = resolve_and_check(session, &arguments, work);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}

static ChorusStatus load_and_check(ChorusSession *session, const Arguments *arguments)
{
    ChorusStatus status = chorus_load(session, arguments->paths, arguments->path_count);
    if (status == CHORUS_OK && arguments->predicates) status = chorus_read_predicates(session, arguments->predicates);
    if (status == CHORUS_OK) chorus_check(session);
    return status;
}

int command_check(int argc, char **argv) { return verdict_command(COMMAND_CHECK, argc, argv, load_and_check); }
