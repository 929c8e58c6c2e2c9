#include "cli/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "base/sha256.h"
#include "cli/arguments/inputs.h"
#include "cli/files/graphml.h"
#include "cli/files/graphml_witness.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/files/witness.h"
#include "cli/help/help.h"
#include "cli/process/monitor.h"
#include "cli/verdict.h"

#define PROGRAM_LIMIT (1u << 26) /* larger files are not compared with what the witness says of them */

/* "confirmed false(unreach-call)", "confirmed true", "rejected", "unknown". */
static int print_validation(ChorusSession *session, const WitnessFile *witness, const Arguments *arguments)
{
    Output out = {NULL, 0, 0, false};
    ChorusVerdict verdict = chorus_verdict(session), wanted = witness->is_violation ? CHORUS_FALSE : CHORUS_TRUE;
    bool decided = verdict == CHORUS_TRUE || verdict == CHORUS_FALSE;
    if (decided && verdict == CHORUS_FALSE && !arguments->quiet) output_add(&out, chorus_evidence(session));
    char text[2000];
    bool is_open = verdict == CHORUS_TRUE && wanted == CHORUS_TRUE && witness->ignored;
    decided &= !is_open;
    if (is_open)
        snprintf(text, sizeof text, "unknown [the property holds, but %zu entries of the witness are not looked at]",
                 witness->ignored);
    else if (verdict == wanted)
        snprintf(text, sizeof text, "confirmed %s", chorus_result_line(session));
    else
        snprintf(text, sizeof text, "%s [%s]", decided ? "rejected" : "unknown", chorus_scope(session));
    verdict_add_result(&out, !decided ? CHORUS_UNKNOWN : verdict == wanted ? CHORUS_TRUE : CHORUS_FALSE, text);
    int status = !decided ? STATUS_UNKNOWN : verdict == wanted ? STATUS_TRUE : STATUS_FALSE;
    monitor_claim_output(status);
    return output_flush(&out, status);
}

static const WitnessHash *witness_hash_of(const WitnessFile *witness, const char *path)
{
    for (size_t i = 0; i < witness->hash_count; i++)
        if (strcmp(input_base(witness->hashes[i].file), input_base(path)) == 0) return &witness->hashes[i];
    return NULL;
}

/* A witness of another version of a file may still help, but its places may be others. */
static void compare_hashes(const WitnessFile *witness, const Arguments *arguments)
{
    for (size_t i = 1; i < arguments->path_count; i++) {
        const WitnessHash *hash = witness_hash_of(witness, arguments->paths[i]);
        InputError error = {0, ""};
        char *text = hash ? input_read(arguments->paths[i], PROGRAM_LIMIT, &error) : NULL;
        char digest[SHA256_TEXT_SIZE];
        if (!text) continue;
        sha256_text(text, strlen(text), digest);
        if (strcasecmp(digest, hash->digest) != 0)
            fprintf(stderr, "%s: warning: not the file that the witness is about (its hash differs)\n",
                    arguments->paths[i]);
        free(text);
    }
}

static int validate(ChorusSession *s, const Arguments *arguments, const WitnessFile *witness)
{
    CHECK(arguments->path_count > 1);
    if (!arguments->quiet) compare_hashes(witness, arguments);
    monitor_promise_result(false);
    monitor_watch(s, arguments->time_limit);
    ChorusStatus status = chorus_load(s, arguments->paths + 1, arguments->path_count - 1);
    if (status != CHORUS_OK) return verdict_complain(s, status);
    verdict_start_progress(s, arguments);
    status = witness->is_violation ? chorus_validate_violation(s, witness->waypoints, witness->waypoint_count)
                                   : chorus_validate_invariants(s, witness->invariants, witness->invariant_count);
    verdict_end_progress(arguments);
    if (status != CHORUS_OK) return verdict_complain(s, status);
    verdict_print_diagnostics(s, arguments);
    if (witness->ignored && !arguments->quiet)
        fprintf(stderr, "%s: note: %zu entries of other kinds are not looked at\n", arguments->paths[0],
                witness->ignored);
    if (witness->unentered && !arguments->quiet)
        fprintf(stderr, "%s: note: %zu invariants belong to states that no run enters, and say nothing\n",
                arguments->paths[0], witness->unentered);
    return print_validation(s, witness, arguments);
}

/* What the command line leaves open is as the witness says. A violation has a target, which says what is violated, be
 * it reach_error or an assertion. A proof of a specification about reach_error, which the program does not call, was
 * one about its assertions: Chorus writes such witnesses, and the format has no other specification for them. */
static int take_task(ChorusSession *session, Arguments *arguments, const WitnessFile *witness)
{
    bool is_usual = witness->property && strcmp(witness->property, "unreach-call") == 0;
    if (!arguments->property && !(is_usual && witness->is_violation))
        arguments->property = arguments->property_given = witness->property;
    int status = inputs_resolve(arguments, session, 1);
    if (status || arguments->has_width || arguments->task.width || !witness->width) return status;
    if (chorus_add_compiler_flag(session, witness->width) == CHORUS_OK) return 0;
    output_complain("%s", chorus_error(session));
    return STATUS_INTERNAL;
}

/* Frees the session before what it points to. */
static int read_and_validate(ChorusSession *session, Arguments *arguments)
{
    InputError error = {0, ""};
    WitnessFile witness = {0};
    const char *path = arguments->paths[0];
    bool ok = graphml_is(path) ? graphml_read_witness(path, &witness, &error) : witness_read(path, &witness, &error);
    int status = ok ? 0 : input_complain(&error);
    if (!status) status = take_task(session, arguments, &witness);
    if (!status) status = validate(session, arguments, &witness);
    monitor_watch(NULL, 0);
    chorus_free(session);
    witness_clear(&witness);
    return status;
}

int command_validate(int argc, char **argv)
{
    ChorusSession *session = chorus_new();
    if (!session) return STATUS_INTERNAL;
    Arguments arguments;
    int status = STATUS_USAGE;
    if (!options_parse(COMMAND_VALIDATE, argc, argv, session, &arguments)) {
        status = STATUS_USAGE;
    } else if (arguments.help) {
        status = help_print_command(COMMAND_VALIDATE);
    } else if (arguments.path_count < 2) {
        output_complain("%s (see 'chorus validate --help')",
                        arguments.path_count ? "no input file after the witness" : "no witness");
    } else {
        status = read_and_validate(session, &arguments);
        session = NULL;
    }
    monitor_watch(NULL, 0);
    inputs_clear(&arguments);
    if (session) chorus_free(session);
    return status;
}
