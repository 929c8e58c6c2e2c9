#include "cli/dump.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "cli/arguments/inputs.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/verdict.h"

/* NULL: there is a reason in the session. */
static int print_dump(ChorusSession *session, const char *text)
{
    monitor_claim_output(text ? STATUS_TRUE : STATUS_UNKNOWN);
    if (!text) {
        output_complain("%s", chorus_error(session));
        return STATUS_UNKNOWN;
    }
    Output out = {NULL, 0, 0, false};
    output_add(&out, text);
    return output_flush(&out, STATUS_TRUE);
}

static int dump(ChorusSession *session, const Arguments *arguments)
{
    CHECK(arguments->path_count > 0);
    monitor_watch(session, arguments->time_limit);
    ChorusStatus loaded = chorus_load(session, arguments->paths, arguments->path_count);
    if (loaded == CHORUS_OK && arguments->predicates) loaded = chorus_read_predicates(session, arguments->predicates);
    if (loaded != CHORUS_OK) return verdict_complain(session, loaded);
    for (size_t i = 0; i < chorus_diagnostic_count(session); i++)
        fprintf(stderr, "%s\n", chorus_diagnostic(session, i, NULL));
    if (arguments->stage && strcmp(arguments->stage, "graph") == 0) chorus_check(session);
    return print_dump(session, chorus_dump(session, arguments->stage ? arguments->stage : "program"));
}

/* The model may take all of the time: the source is looked at in another share of it. */
static int explain_files(ChorusSession *session, const Arguments *arguments)
{
    CHECK(arguments->path_count > 0);
    monitor_watch(session, 2 * arguments->time_limit);
    ChorusStatus loaded = chorus_load(session, arguments->paths, arguments->path_count);
    if (loaded != CHORUS_OK) return verdict_complain(session, loaded);
    return print_dump(session, chorus_explain(session, arguments->time_limit, arguments->as_json));
}

static bool is_stage(const char *stage)
{
    static const char *const stages[] = {"program", "merged", "boolprog", "acfa", "sequential", "graph"};
    if (!stage) return true;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (strcmp(stage, stages[i]) == 0) return true;
    output_complain("option stage: '%s' is not available (expected program|merged|boolprog|acfa|sequential|graph)",
                    stage);
    return false;
}

static int command(Command command, int argc, char **argv)
{
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    if (!options_parse(command, argc, argv, session, &arguments))
        status = STATUS_USAGE;
    else if (arguments.help)
        status = help_print_command(command);
    else if (!arguments.path_count && !arguments.project)
        output_complain("no input file (see 'chorus %s --help')", command_word(command));
    else if (is_stage(arguments.stage) && !(status = inputs_resolve(&arguments, session, 0)))
        status = command == COMMAND_DUMP ? dump(session, &arguments) : explain_files(session, &arguments);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}

int command_dump(int argc, char **argv) { return command(COMMAND_DUMP, argc, argv); }

int command_explain(int argc, char **argv) { return command(COMMAND_EXPLAIN, argc, argv); }
