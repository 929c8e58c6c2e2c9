#include "cli/certify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "cli/arguments/inputs.h"
#include "cli/files/input.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/verdict.h"

static int print_certify_result(ChorusSession *session)
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

/* Of the program; what is wrong with the certificate is said last. */
static void print_diagnostics(ChorusSession *session, const Arguments *arguments)
{
    for (size_t i = 0; i < chorus_diagnostic_count(session) && !arguments->quiet; i++) {
        ChorusSeverity severity = CHORUS_NOTE;
        const char *text = chorus_diagnostic(session, i, &severity);
        if (severity != CHORUS_ERROR) fprintf(stderr, "%s\n", text);
    }
}

/* A certificate that is of no such program may be one of its outline; -1: it is not. */
static int certify_outline(const ChorusSession *session, const Arguments *arguments)
{
    ChorusSession *outline = chorus_clone(session);
    int status = -1;
    monitor_watch(NULL, 0);
    if (!outline) return status;
    monitor_watch(outline, arguments->time_limit);
    if (chorus_set_option(outline, "model", "outline") == CHORUS_OK &&
        chorus_load(outline, arguments->paths + 1, arguments->path_count - 1) == CHORUS_OK &&
        chorus_certify(outline, arguments->paths[0], arguments->smtlib) == CHORUS_OK) {
        print_diagnostics(outline, arguments);
        status = print_certify_result(outline);
    }
    monitor_watch(NULL, 0);
    chorus_free(outline);
    return status;
}

static int check_certificate_file(ChorusSession *session, const Arguments *arguments)
{
    if (!inputs_may_write(arguments)) return STATUS_USAGE;
    if (arguments->smtlib && mkdir(arguments->smtlib, 0777) != 0 && errno != EEXIST) {
        output_complain("%s: cannot be made: %s", arguments->smtlib, strerror(errno));
        return STATUS_INTERNAL;
    }
    CHECK(arguments->path_count > 1);
    monitor_watch(session, arguments->time_limit);
    ChorusStatus status = chorus_take_property(session, arguments->paths[0]);
    if (status == CHORUS_OK) status = chorus_load(session, arguments->paths + 1, arguments->path_count - 1);
    if (status != CHORUS_OK) return verdict_complain(session, status);
    status = chorus_certify(session, arguments->paths[0], arguments->smtlib);
    bool is_other = status != CHORUS_OK && strstr(chorus_error(session), "the digest differs") &&
                    input_has_suffix(arguments->paths[1], ".c");
    int outline = is_other ? certify_outline(session, arguments) : -1;
    if (outline >= 0) return outline;
    print_diagnostics(session, arguments);
    return status == CHORUS_OK ? print_certify_result(session) : verdict_complain(session, status);
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
        status = check_certificate_file(session, &arguments);
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    chorus_free(session);
    return status;
}
