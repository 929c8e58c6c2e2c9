#include "cli/replay.h"

#include <stdio.h>

#include "base/check.h"
#include "cli/arguments/inputs.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/verdict.h"

/* The steps as check prints them, each followed by the values after it. */
static void add_replayed_steps(Output *out, ChorusSession *session)
{
    for (size_t i = 0; i < chorus_step_count(session); i++) {
        output_addf(out, "  %s\n", chorus_step_text(session, i));
        CHECK(chorus_step_text(session, i));
        const char *state = chorus_step_state(session, i);
        if (state && *state) output_addf(out, "       after: %s\n", state);
    }
}

static int print_replay(ChorusSession *session, const Arguments *arguments)
{
    Output out = {NULL, 0, 0, false};
    bool fails = chorus_verdict(session) == CHORUS_FALSE;
    if (fails && arguments->states)
        add_replayed_steps(&out, session);
    else if (fails && !arguments->quiet)
        output_add(&out, chorus_evidence(session));
    output_addf(&out, "REPLAY: %s [%s]\n", fails ? "ok" : "failed", chorus_scope(session));
    int status = fails ? STATUS_TRUE : STATUS_FALSE;
    monitor_claim_output(status);
    return output_flush(&out, status);
}

static int replay_trace(ChorusSession *session, const Arguments *arguments)
{
    CHECK(arguments->path_count > 1);
    monitor_watch(session, arguments->time_limit);
    ChorusStatus status = chorus_take_property(session, arguments->paths[0]);
    if (status == CHORUS_OK) status = chorus_load(session, arguments->paths + 1, arguments->path_count - 1);
    if (status != CHORUS_OK) return verdict_complain(session, status);
    for (size_t i = 0; i < chorus_diagnostic_count(session) && !arguments->quiet; i++)
        fprintf(stderr, "%s\n", chorus_diagnostic(session, i, NULL));
    status = chorus_replay(session, arguments->paths[0]);
    bool fails = chorus_verdict(session) == CHORUS_FALSE;
    if (status == CHORUS_OK && fails && arguments->emit) status = chorus_native_emit(session, arguments->emit);
    if (status == CHORUS_OK && fails && arguments->native) status = chorus_native_run(session);
    if (status != CHORUS_OK) return verdict_complain(session, status);
    return print_replay(session, arguments);
}

int command_replay(int argc, char **argv)
{
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    if (!options_parse(COMMAND_REPLAY, argc, argv, session, &arguments))
        status = STATUS_USAGE;
    else if (arguments.help)
        status = help_print_command(COMMAND_REPLAY);
    else if (arguments.path_count < (arguments.project ? 1 : 2))
        output_complain("%s (see 'chorus replay --help')",
                        arguments.path_count ? "no input file after the trace" : "no trace file");
    else if (!(status = inputs_resolve(&arguments, session, 1)))
        status = replay_trace(session, &arguments);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}
