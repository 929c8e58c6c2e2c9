/* Witnesses of SV-COMP, of sessions. */
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/sha256.h"
#include "report/witness.h"
#include "session/file.h"
#include "session/report.h"

typedef struct WitnessCall {
    ChorusSession *session;
    Str text;
} WitnessCall;

static const char *hash_of(ChorusSession *s, const char *path)
{
    char digest[SHA256_TEXT_SIZE];
    size_t length;
    const char *text = session_read_file(s->run, path, &length);
    sha256_text(text, length, digest);
    return run_strdup(s->run, digest);
}

static const char *data_model(const ChorusSession *s)
{
    for (uint32_t i = s->flags.count; i-- > 0;) { /* the last one counts */
        if (strcmp(s->flags.data[i], "-m32") == 0) return "ILP32";
        if (strcmp(s->flags.data[i], "-m64") == 0) return "LP64";
    }
    return "LP64";
}

static const char *now(Run *run)
{
    char text[40];
    struct tm t;
    time_t seconds = time(NULL);
    if (!gmtime_r(&seconds, &t) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &t))
        return "1970-01-01T00:00:00Z";
    return run_strdup(run, text);
}

static void add_witness(Run *run, void *arg)
{
    WitnessCall *call = arg;
    ChorusSession *s = call->session;
    Report report;
    session_report(s, &report);
    const char **hashes = run_alloc(run, (report.file_count + 1) * sizeof *hashes);
    for (uint32_t i = 0; i < report.file_count; i++)
        hashes[i] = hash_of(s, report.files[i]);
    WitnessTask task = {hashes, data_model(s), now(run)};
    str_init(run, &call->text);
    report_add_witness(&call->text, &report, &task);
}

/* Why there can be no witness; NULL: there can. */
static const char *problem(const ChorusSession *s)
{
    if (chorus_verdict(s) != CHORUS_TRUE && chorus_verdict(s) != CHORUS_FALSE) return "there is no verdict";
    if (s->is_mc || !s->files.count || session_is_scpl(s->files.data[0])) return "witnesses are for C";
    if (!witness_specification(session_option_text(s, OPTION_property))) return "the format has no such property";
    if (chorus_verdict(s) == CHORUS_FALSE && !vec_last(&s->steps->steps).pos.file) return "the violation has no place";
    if (chorus_verdict(s) == CHORUS_TRUE && session_option(&s->options, OPTION_threads))
        return "a proof for some numbers of threads is none for the format";
    return NULL;
}

const char *chorus_witness(ChorusSession *session)
{
    WitnessCall call = {.session = session};
    const char *why = problem(session);
    if (why) session_fail(session, CHORUS_BAD_OPTION, "%s", why);
    return !why && session_guard(session, add_witness, &call) ? str_text(&call.text) : NULL;
}
