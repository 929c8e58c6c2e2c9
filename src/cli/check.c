#include "cli/check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/answer.h"
#include "cli/arguments/inputs.h"
#include "cli/arguments/project.h"
#include "cli/engines.h"
#include "cli/files/input.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/reports.h"
#include "cli/several.h"
#include "cli/verdict.h"
#include "cli/watch.h"

/* ---- output ---- */

static double statistic(const ChorusSession *session, const char *name)
{
    for (size_t i = 0; i < chorus_statistic_count(session); i++)
        if (strcmp(chorus_statistic_name(session, i), name) == 0) return chorus_statistic_value(session, i);
    return 0;
}

static void add_check_account(Output *out, ChorusSession *session, const Arguments *arguments)
{
    Answer answer;
    answer_take(&answer, session, arguments->property ? arguments->property : chorus_property(0));
    answers_add_account(out, &answer, 1, !input_is_text(arguments->paths[0]));
    answer_clear(&answer);
    const char *condition = chorus_condition(session);
    if (condition) output_addf(out, "condition: %s\n", condition);
}

static void add_cells(Output *out, ChorusSession *session, const Arguments *arguments)
{
    bool is_answer = chorus_verdict(session) == CHORUS_TRUE;
    if (arguments->command == COMMAND_RACE || is_answer) output_add(out, chorus_cells(session));
}

static void add_suppressed_line(Output *out, ChorusSession *session)
{
    const char *why = chorus_suppressed(session);
    if (why) output_addf(out, "suppressed: %s\n", why);
}

static void add_whole_output(Output *out, ChorusSession *session, const Arguments *arguments)
{
    if (!arguments->quiet) output_add(out, chorus_evidence(session));
    if (!arguments->quiet) add_cells(out, session, arguments);
    if (!arguments->quiet) add_suppressed_line(out, session);
    if (!arguments->quiet) add_check_account(out, session, arguments);
    if (arguments->stats) verdict_add_statistics(out, session);
    if (!arguments->quiet && isatty(STDOUT_FILENO))
        output_addf(out, "%.2f s, %.0f MB\n", statistic(session, "seconds"), statistic(session, "memory-peak-mb"));
    verdict_add_result(out, chorus_verdict(session), chorus_result_line(session));
}

/* ---- the command ---- */

typedef ChorusStatus CheckWork(ChorusSession *session, const Arguments *arguments);

/* Of a program that is loaded and reaches no assertion. */
static int check_others(ChorusSession *session, Arguments *arguments, Reports *reports, int json)
{
    bool any = inputs_ask_others(arguments);
    CHECK(any);
    monitor_watch(NULL, 0);
    if (!arguments->quiet)
        fprintf(stderr, "%s: note: the program reaches no assertion; the other properties are checked (--property)\n",
                arguments->paths[0]);
    return any && inputs_may_write(arguments) ? several_check(session, arguments, reports, json) : STATUS_USAGE;
}

static int print_verdict(ChorusSession *session, const Arguments *arguments, Reports *reports, int json)
{
    verdict_print_diagnostics(session, arguments);
    Output out = {NULL, 0, 0, false};
    if (verdict_is_json(arguments))
        output_add(&out, chorus_json(session));
    else
        add_whole_output(&out, session, arguments);
    CHECK(chorus_verdict(session) != CHORUS_NONE);
    int status = verdict_status(chorus_verdict(session));
    monitor_claim_output(status);
    status = verdict_write_evidence(session, arguments->trace, CHORUS_FALSE, status);
    status = verdict_write_evidence(session, arguments->certificate, CHORUS_TRUE, status);
    status = verdict_write_json(chorus_json(session), arguments, json, status);
    status = reports_write_witness(session, arguments, status);
    reports_take(reports, session);
    status = reports_write(reports, status);
    return output_flush(&out, status);
}

static int check_and_report(ChorusSession *session, Arguments *arguments, Reports *reports, CheckWork *work, int json)
{
    CHECK(arguments->path_count > 0 && json >= -1);
    monitor_promise_result(verdict_is_json(arguments));
    if (arguments->certificate) chorus_want_certificate(session);
    if (inputs_ask_several(arguments)) return several_check(session, arguments, reports, json);
    monitor_watch(session, arguments->time_limit);
    verdict_start_progress(session, arguments);
    ChorusStatus loaded = work(session, arguments);
    verdict_end_progress(arguments);
    if (loaded != CHORUS_OK) return verdict_refuse(session, arguments, loaded, json);
    if (chorus_verdict(session) == CHORUS_NONE) return check_others(session, arguments, reports, json);
    return print_verdict(session, arguments, reports, json);
}

/* *begun: from then on whoever checks also prints. */
static int resolve_and_check(ChorusSession *session, Arguments *arguments, CheckWork *work, bool *begun)
{
    int status = inputs_resolve(arguments, session, 0);
    if (status) return status;
    if (arguments->list_programs) return project_list(arguments);
    if (!inputs_may_write(arguments)) return STATUS_USAGE;
    Reports reports;
    status = reports_open(&reports, session, arguments);
    int json = status ? -2 : verdict_open_json(arguments);
    *begun = !status && json != -2;
    if (!status) status = *begun ? check_and_report(session, arguments, &reports, work, json) : STATUS_USAGE;
    reports_clear(&reports);
    return status;
}

/* Do the words ask for JSON instead of text? They may be wrong otherwise. */
static bool words_ask_json(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--json=-") == 0 ||
            (strcmp(argv[i], "--json") == 0 && i + 1 < argc && strcmp(argv[i + 1], "-") == 0))
            return true;
    return false;
}

/* What stands on standard error, for whoever reads JSON. */
static int print_refusal(int status)
{
    Output out = {NULL, 0, 0, false};
    output_addf(&out, "{\n  \"chorus\": \"%s\",\n  \"verdict\": \"unknown\",\n  \"scope\": \"nothing was checked\",\n",
                chorus_version());
    output_add(&out, "  \"error\": ");
    output_add_json_string(&out, output_last_complaint());
    output_add(&out, "\n}\n");
    return output_flush(&out, status);
}

int verdict_command(Command command, int argc, char **argv, CheckWork *work)
{
    if (watch_is_asked(argc, argv)) return watch_run(command, argc, argv);
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    bool json = words_ask_json(argc, argv), begun = false; /* parsing moves the words */
    if (!options_parse(command, argc, argv, session, &arguments))
        status = STATUS_USAGE;
    else if (arguments.help)
        status = help_print_command(command);
    else if (arguments.engines)
        status = engines_print();
    else if (!arguments.path_count && !arguments.project)
        output_complain("no input file (see 'chorus %s --help')", command_word(command));
    else if (command == COMMAND_MC && arguments.path_count > 1)
        output_complain("one input file at a time");
    else
        status = resolve_and_check(session, &arguments, work, &begun);
    if (json && !begun && status >= STATUS_USAGE) status = print_refusal(status);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}

/* Is there another question for a program without assertions? */
static bool has_other_properties(const Arguments *arguments)
{
    bool any = false;
    for (size_t i = 0; chorus_property(i); i++)
        any |= strcmp(chorus_property(i), "unreach-call") != 0 && chorus_is_answered(chorus_property(i));
    return any && !arguments->property && !input_is_text(arguments->paths[0]);
}

/* Leaves a program unchecked that other questions are to be asked about. */
static ChorusStatus load_and_check(ChorusSession *session, const Arguments *arguments)
{
    ChorusStatus status = chorus_load(session, arguments->paths, arguments->path_count);
    if (status == CHORUS_OK && arguments->predicates) status = chorus_read_predicates(session, arguments->predicates);
    if (status == CHORUS_OK && (chorus_has_checks(session) || !has_other_properties(arguments)))
        verdict_check(session, arguments);
    return status;
}

int command_check(int argc, char **argv) { return verdict_command(COMMAND_CHECK, argc, argv, load_and_check); }
int command_race(int argc, char **argv) { return verdict_command(COMMAND_RACE, argc, argv, load_and_check); }
