/* SARIF of a session, and comments in the source that allow what was found. */
#include <string.h>

#include "base/check.h"
#include "report/sarif.h"
#include "report/value.h"
#include "session/file.h"
#include "session/report.h"

typedef struct SarifCall {
    ChorusSession *session;
    const ChorusKnown *known;
    size_t count;
    int has_baseline;
    Str text;
    bool is_known;
} SarifCall;

/* ---- comments: "chorus: allow PROPERTY: why" on the line of the violation, or on the one before ---- */

/* The line, counted from 1; NULL: there are fewer. */
static const char *find_line(const char *text, uint32_t line)
{
    while (text && --line > 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text;
}

/* Why the line allows the property; NULL: it does not. Without a reason nothing is allowed. */
static const char *allowed_on(Run *run, const char *line, const char *property)
{
    static const char mark[] = "chorus: allow ";
    size_t length = strcspn(line, "\n"), name = strlen(property);
    const char *text = run_strndup(run, line, length), *at = strstr(text, mark);
    if (!at || strncmp(at + strlen(mark), property, name) != 0) return NULL;
    const char *why = at + strlen(mark) + name;
    if (*why != ':') return NULL;
    const char *end = strstr(why, "*/");
    why = report_clean_text(run, run_strndup(run, why + 1, end ? (size_t)(end - why - 1) : strlen(why + 1)));
    return *why ? why : NULL;
}

static const char *allowed_at(ChorusSession *s, SourcePos pos)
{
    size_t length;
    if (!pos.file || !pos.line || session_check_file(s, pos.file) != CHORUS_OK) return NULL;
    const char *text = session_read_file(s->run, pos.file, &length), *why = NULL;
    const char *property = session_option_text(s, OPTION_property);
    for (uint32_t line = pos.line; line > 0 && line + 1 >= pos.line && !why; line--) {
        const char *start = find_line(text, line);
        why = start ? allowed_on(s->run, start, property) : NULL;
    }
    return why;
}

/* Of a race either access may say so. */
static const char *find_allowed(ChorusSession *s)
{
    if (!s->steps || !s->steps->steps.count) return NULL;
    const char *why = allowed_at(s, vec_last(&s->steps->steps).pos);
    for (int i = 0; i < 2 && s->steps->race && !why; i++)
        why = allowed_at(s, s->steps->race->accesses[i].pos);
    s->error[0] = 0; /* a source that is gone allows nothing, and is no error */
    return why;
}

static SarifOptions options_of(const SarifCall *call)
{
    Run *run = call->session->run;
    SarifKnown *known = run_alloc(run, (call->count + 1) * sizeof *known);
    for (size_t i = 0; i < call->count; i++)
        known[i] = (SarifKnown){call->known[i].rule, call->known[i].fingerprint, call->known[i].text};
    return (SarifOptions){call->has_baseline != 0, known, (uint32_t)call->count, find_allowed(call->session)};
}

static void add_sarif(Run *run, void *arg)
{
    SarifCall *call = arg;
    SarifOptions options = options_of(call);
    Report report;
    session_report(call->session, &report);
    str_init(run, &call->text);
    report_add_sarif(&call->text, &report, &options);
}

static void look_known(Run *run, void *arg)
{
    SarifCall *call = arg;
    SarifOptions options = options_of(call);
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
