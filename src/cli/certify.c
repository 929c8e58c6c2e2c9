#include "cli/certify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "cli/help.h"
#include "cli/arguments/inputs.h"
#include "cli/process/monitor.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/verdict.h"

static int print_result(ChorusSession *session)
{
    Output out = {NULL, 0, 0, false};
    bool certified = chorus_verdict(session) == CHORUS_TRUE, rejected = chorus_is_rejected(session);
    CHECK(!(certified && rejected) && chorus_scope(session));
    output_addf(&out, "CERTIFY: %s [%s]\n",
                certified  ? "certified"
                : rejected ? "rejected"
                           : "unknown",
                chorus_scope(session));
    int status = certified ? STATUS_TRUE : rejected ? STATUS_FALSE : STATUS_UNKNOWN;
    monitor_claim_output(status);
    return output_flush(&out, status);
}

static int certify(ChorusSession *session, const Arguments *arguments)
{
    if (!inputs_may_write(arguments)) return STATUS_USAGE;
    if (arguments->smtlib && mkdir(arguments->smtlib, 0777) != 0 && errno != EEXIST) {
        output_complain("%s: cannot be made: %s", arguments->smtlib, strerror(errno));
        return STATUS_INTERNAL;
    }
    CHECK(arguments->path_count > 1);
    monitor_watch(session, arguments->time_limit);
    ChorusStatus status = chorus_load(session, arguments->paths + 1, arguments->path_count - 1);
    if (status != CHORUS_OK) return verdict_complain(session, status);
    for (size_t i = 0; i < chorus_diagnostic_count(session) && !arguments->quiet; i++)
        fprintf(stderr, "%s\n", chorus_diagnostic(session, i, NULL));
    status = chorus_certify(session, arguments->paths[0], arguments->smtlib);
    return status != CHORUS_OK ? verdict_complain(session, status) : print_result(session);
}

int command_certify(int argc, char **argv)
{
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    if (!options_parse(COMMAND_CERTIFY, argc, argv, session, &arguments))
        status = STATUS_USAGE;
    else if (arguments.help)
        status = help_print_command(COMMAND_CERTIFY);
    else if (arguments.path_count < (arguments.project ? 1 : 2))
        output_complain("%s (see 'chorus certify --help')",
                        arguments.path_count ? "no input file after the certificate" : "no certificate");
    else if (!(status = inputs_resolve(&arguments, session, 1)))
        status = certify(session, &arguments);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}
