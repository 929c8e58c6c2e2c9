/* Trace files of sessions: the text of a counterexample, and the replay of one. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "certificate/trace_file.h"
#include "certificate/trace_parse.h"
#include "engine/session.h"
#include "report/value.h"

/* ---- options that decide what the program is ---- */

const TraceOptions *session_trace_options(const ChorusSession *s, OptionTable *table)
{
    table->data[0] = (TraceOption){"granularity", session_option_text(s, OPTION_granularity)};
    table->data[1] = (TraceOption){"integers", session_option_text(s, OPTION_integers)};
    table->data[2] = (TraceOption){"nondet_static", session_option_text(s, OPTION_nondet_static)};
    table->options = (TraceOptions){table->data, 3, s->flags.data, s->flags.count};
    return &table->options;
}

/* ---- printing ---- */

typedef struct TraceCall {
    ChorusSession *session;
    const char *path;
    Str text;
    size_t step;
} TraceCall;

static void add_trace(Run *run, void *arg)
{
    TraceCall *call = arg;
    ChorusSession *s = call->session;
    OptionTable table;
    str_init(run, &call->text);
    trace_file_print(s->program, s->verdict.trace, session_trace_options(s, &table), &call->text);
}

const char *chorus_trace_text(ChorusSession *session)
{
    if (chorus_verdict(session) != CHORUS_FALSE || session->is_mc) return NULL;
    TraceCall call = {.session = session};
    return session_guard(session, add_trace, &call) ? str_text(&call.text) : NULL;
}

static void add_state(Run *run, void *arg)
{
    TraceCall *call = arg;
    ChorusSession *s = call->session;
    if (!s->has_states) s->steps = report_steps_build(s->program, s->verdict.trace, true);
    s->has_states = true;
    str_init(run, &call->text);
    report_add_state(&call->text, s->steps, (uint32_t)call->step);
}

const char *chorus_step_state(ChorusSession *session, size_t i)
{
    if (i >= chorus_step_count(session)) return NULL;
    TraceCall call = {.session = session, .step = i};
    return session_guard(session, add_state, &call) ? str_text(&call.text) : NULL;
}

/* ---- replay ---- */

static void describe_failure(ChorusSession *s)
{
    const ReportStep *last = &vec_last(&s->steps->steps);
    const char *scope = s->scope;
    if (last->pos.file)
        s->scope = run_format(s->run, "assertion fails at %s:%u, %s", report_clean_text(s->run, last->pos.file),
                              last->pos.line, scope);
    else
        s->scope = run_format(s->run, "assertion fails, %s", scope);
}

static void replay(Run *run, void *arg)
{
    TraceCall *call = arg;
    ChorusSession *s = call->session;
    OptionTable table;
    size_t length;
    char *text = session_read_file(run, call->path, &length);
    Trace *trace = trace_file_parse(s->program, session_trace_options(s, &table), call->path, text, length);
    const char *problem = trace_file_replay(s->program, trace);
    s->stage = SESSION_CHECKED;
    s->verdict.kind = problem ? VERDICT_UNKNOWN : VERDICT_FALSE;
    s->verdict.trace = problem ? NULL : trace;
    s->verdict.why = problem;
    session_describe(s);
    if (!problem) describe_failure(s);
}

ChorusStatus session_check_evidence(ChorusSession *s, const char *path, const char *kind)
{
    if (s->is_busy || s->stage != SESSION_LOADED)
        return session_fail(s, CHORUS_INTERNAL, "a %s is read once, after loading and instead of checking", kind);
    ChorusStatus status = session_check_file(s, path);
    if (status != CHORUS_OK) return status;
    if (access(path, R_OK) != 0)
        return session_fail(s, CHORUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    if (!s->program)
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: the %s is for another program or other options (%s)", path,
                            kind, s->scope ? s->scope : "no program was loaded");
    return CHORUS_OK;
}

ChorusStatus chorus_replay(ChorusSession *session, const char *path)
{
    ChorusSession *s = session;
    ChorusStatus status = session_check_evidence(s, path, "trace");
    if (status != CHORUS_OK) return status;
    TraceCall call = {.session = s, .path = path};
    StopKind stop = session_run(s, replay, &call);
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    if (stop != STOP_NONE) return session_fail(s, CHORUS_INTERNAL, "%s", run_reason(s->run));
    return CHORUS_OK;
}
