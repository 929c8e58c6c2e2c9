/* SARIF of a session. */
#include "base/check.h"
#include "report/sarif.h"
#include "session/report.h"

typedef struct SarifCall {
    ChorusSession *session;
    const ChorusKnown *known;
    size_t count;
    int has_baseline;
    Str text;
    bool is_known;
} SarifCall;

static SarifOptions sarif_options_of(const SarifCall *call)
{
    Run *run = call->session->run;
    SarifKnown *known = run_alloc(run, (call->count + 1) * sizeof *known);
    for (size_t i = 0; i < call->count; i++)
        known[i] = (SarifKnown){call->known[i].rule, call->known[i].fingerprint, call->known[i].text};
    return (SarifOptions){call->has_baseline != 0, known, (uint32_t)call->count};
}

static void add_sarif(Run *run, void *arg)
{
    SarifCall *call = arg;
    SarifOptions options = sarif_options_of(call);
    Report report;
    session_report(call->session, &report);
    str_init(run, &call->text);
    report_add_sarif(&call->text, &report, &options);
}

static void look_known(Run *run, void *arg)
{
    SarifCall *call = arg;
    SarifOptions options = sarif_options_of(call);
    Report report;
    session_report(call->session, &report);
    call->is_known = report_is_known(run, &report, &options);
}

int chorus_is_known(ChorusSession *session, const ChorusKnown *known, size_t count)
{
    SarifCall call = {.session = session, .known = known, .count = count};
    bool is_found = chorus_verdict(session) == CHORUS_FALSE && session->steps && !session->is_mc;
    return is_found && session_guard(session, look_known, &call) && call.is_known;
}

const char *chorus_sarif(ChorusSession *session, const ChorusKnown *known, size_t count, int has_baseline)
{
    SarifCall call = {.session = session, .known = known, .count = count, .has_baseline = has_baseline};
    CHECK(known || !count);
    return session_guard(session, add_sarif, &call) ? str_text(&call.text) : NULL;
}
