/* Trace files of sessions: the text of a counterexample, and the replay of one. */
#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/covered.h"
#include "proof/text/trace_file.h"
#include "proof/text/trace_parse.h"
#include "report/trace_text.h"
#include "report/value.h"
#include "session/check.h"
#include "session/evidence.h"
#include "session/execution.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_proof.h"

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

static void add_state_text(Run *run, void *arg)
{
    TraceCall *call = arg;
    ChorusSession *s = call->session;
    if (!s->has_states) s->steps = session_steps(s, true, session_tells_all(s));
    s->has_states = true;
    CHECK(call->step < s->steps->steps.count);
    str_init(run, &call->text);
    report_add_state(&call->text, s->steps, (uint32_t)call->step);
}

const char *chorus_step_state(ChorusSession *session, size_t i)
{
    if (i >= chorus_step_count(session)) return NULL;
    TraceCall call = {.session = session, .step = i};
    return session_guard(session, add_state_text, &call) ? str_text(&call.text) : NULL;
}

/* ---- replay ---- */

static const char *words_of_failure(const ChorusSession *s)
{
    const Edge *e = &s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i];
    CHECK(e->is_error);
    return e->what ? run_format(s->run, "%s is violated (%s)", property_name(e->property), e->what) : "assertion fails";
}

static void describe_failure(ChorusSession *s)
{
    CHECK(s->steps && s->steps->steps.count > 0 && s->scope);
    const ReportStep *last = &vec_last(&s->steps->steps);
    const char *scope = s->scope, *what = words_of_failure(s);
    if (last->pos.file)
        s->scope = run_format(s->run, "%s at %s:%u, %s", what, report_clean_text(s->run, last->pos.file),
                              last->pos.line, scope);
    else
        s->scope = run_format(s->run, "%s, %s", what, scope);
}

/* Of a trace that is no interleaving; why it tells nothing, or NULL. */
static const char *load_execution(ChorusSession *s, const char *text)
{
    bool is_c11 = strstr(text, "\noption " MODEL_OPTION " c11\n") != NULL;
    bool is_tso = strstr(text, "\noption " MODEL_OPTION " tso\n") != NULL;
    if (!is_c11 && !is_tso) return NULL;
    WeakModel model = is_tso ? WEAK_TSO : WEAK_C11;
    s->memory_shown = session_memory_name(model == WEAK_TSO);
    return execution_load(s, model);
}

static void replay_trace_file(Run *run, void *arg)
{
    TraceCall *call = arg;
    ChorusSession *s = call->session;
    OptionTable table;
    size_t length;
    char *text = session_read_file(run, call->path, &length);
    const bool is_c = !session_is_text(s->files.data[0]);
    if (is_c && strstr(text, "\noption " BODIES_OPTION " on\n")) session_load_bodies(s, BODIES_ALL);
    if (is_c && strstr(text, "\noption " BODIES_OPTION " input\n")) session_load_bodies(s, BODIES_OF_INPUT);
    if (is_c && strstr(text, "\noption " RUNS_OUT_OPTION " on\n")) session_load_running_out(s);
    if (is_c && strstr(text, "\noption " LOOPS_OPTION " kept\n")) session_load_rolled(s);
    const char *problem = load_execution(s, text), *rest = NULL;
    Trace *trace =
        trace_file_parse(s->program, session_trace_options(s, &table), run_strdup(run, call->path), text, length);
    if (!problem) problem = trace_file_replay(s->program, trace);
    if (!problem) problem = execution_refused(s, trace);
    if (!problem) rest = covered_rest(s->program, trace);
    if (rest) problem = run_format(run, "it depends on an over-approximation: %s", rest);
    CHECK(trace->steps.count > 0 || problem);
    s->stage = SESSION_CHECKED;
    s->verdict.kind = problem ? VERDICT_UNKNOWN : VERDICT_FALSE;
    s->verdict.trace = problem ? NULL : trace;
    s->verdict.why = problem;
    s->is_replay = true;
    session_describe(s);
    if (!problem) describe_failure(s);
}

ChorusStatus chorus_replay(ChorusSession *session, const char *path)
{
    ChorusSession *s = session;
    ChorusStatus status = session_check_evidence(s, path, "trace");
    if (status != CHORUS_OK) return status;
    TraceCall call = {.session = s, .path = path};
    StopKind stop = session_run(s, replay_trace_file, &call);
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    if (stop == STOP_NONE) return CHORUS_OK;
    session_set_unknown(s, stop, run_reason(s->run));
    return session_fail(s, CHORUS_INTERNAL, "%s", s->why);
}
