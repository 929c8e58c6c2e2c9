/* Model checking of a .bbp file by a session. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "engines/mc.h"
#include "program/boolprog/parse.h"
#include "report/report.h"
#include "report/value.h"
#include "session/file.h"

#define FILE_MB_MAX 256 /* enough to come to the limit of statements, which is what there is to say then */

typedef struct McCall {
    ChorusSession *session;
    const char *path;
    McVerdict result;
    BoolProgram *program;
} McCall;

static bool applies_to_mc(OptionId id)
{
    return id == OPTION_threads || id == OPTION_explorer || id == OPTION_time_limit || id == OPTION_memory_limit ||
           id == OPTION_verbosity;
}

static ChorusStatus check_options(ChorusSession *s)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (s->options.given[id] && !applies_to_mc((OptionId)id))
            return session_fail(s, CHORUS_BAD_OPTION, "%s: is not for .bbp files", chorus_option_name((size_t)id));
    if (s->flags.count) return session_fail(s, CHORUS_BAD_OPTION, "%s: is for the C compiler", s->flags.data[0]);
    return CHORUS_OK;
}

static ChorusStatus check_path(ChorusSession *s, const char *path)
{
    size_t length = strlen(path);
    ChorusStatus status = session_check_file_of(s, path, FILE_MB_MAX);
    if (status == CHORUS_NO_INPUT) return status;
    if (length < 5 || strcmp(path + length - 4, ".bbp") != 0)
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: unknown kind of file (expected .bbp)", path);
    if (status == CHORUS_OK && access(path, R_OK) != 0)
        return session_fail(s, CHORUS_NO_INPUT, "%s: cannot be read", path);
    return status;
}

static void load_boolean_program(Run *run, void *arg)
{
    McCall *call = arg;
    vec_push(run, &call->session->files, run_strdup(run, call->path));
    size_t length;
    char *text = session_read_file(run, call->path, &length);
    call->program = boolprog_parse(run, vec_last(&call->session->files), text, length);
    run_release(run, text);
}

static bool has_property(const BoolProgram *p)
{
    bool has = p->errors.count > 0;
    for (uint32_t i = 0; i < p->statements.count; i++)
        has |= p->statements.data[i].kind == BOOL_STMT_ASSERT;
    return has;
}

static void describe_mc(ChorusSession *s, const McCall *call)
{
    Str out;
    str_init(s->run, &out);
    uint32_t n = s->verdict.threads;
    CHECK(s->is_mc && !s->program);
    switch (s->verdict.kind) {
    case VERDICT_TRUE:
        if (n)
            str_add(&out, "exactly "), report_add_count(&out, n, "thread");
        else
            str_add(&out, "every number of threads");
        s->evidence = call->result.evidence;
        break;
    case VERDICT_FALSE:
        CHECK(call->result.steps && call->result.steps->steps.count > 0);
        report_add_count(&out, n, "thread");
        str_add(&out, ", ");
        report_add_count(&out, call->result.steps->steps.count, "step");
        s->steps = call->result.steps;
        s->has_states = true;
        break;
    case VERDICT_UNKNOWN: session_set_unknown(s, STOP_UNSUPPORTED, s->verdict.why); return;
    }
    s->scope = str_text(&out);
}

static void check_boolean_program(Run *run, void *arg)
{
    McCall *call = arg;
    ChorusSession *s = call->session;
    if (!has_property(call->program))
        diag_add(run, SEVERITY_WARNING, (SourcePos){vec_last(&call->session->files), 0, 0},
                 "nothing to check: no assert, and no error location is declared");
    McOptions options = {(McExplorer)session_option(&s->options, OPTION_explorer),
                         session_option(&s->options, OPTION_threads)};
    mc_check(call->program, &options, &s->verdict, &call->result);
    describe_mc(s, call);
}

ChorusStatus chorus_mc(ChorusSession *session, const char *path)
{
    ChorusSession *s = session;
    if (s->is_busy || s->stage != SESSION_NEW) return session_fail(s, CHORUS_INTERNAL, "a session loads once");
    ChorusStatus status = check_options(s);
    if (status == CHORUS_OK) status = check_path(s, path);
    if (status != CHORUS_OK) return status;
    double start = session_start_limits(s, false);
    McCall call = {.session = s, .path = path};
    s->is_mc = true;
    StopKind stop = session_run(s, load_boolean_program, &call);
    s->seconds_load = run_seconds(s->run) - start;
    s->stage = stop == STOP_INPUT ? SESSION_FAILED : SESSION_CHECKED;
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    s->verdict.kind = VERDICT_UNKNOWN;
    CHECK(stop != STOP_NONE || call.program);
    if (stop == STOP_NONE) stop = session_run(s, check_boolean_program, &call);
    if (stop != STOP_NONE) session_set_unknown(s, stop, run_reason(s->run));
    s->seconds_check = run_seconds(s->run) - start - s->seconds_load;
    session_measure_memory(s);
    session_end_memory_limit(s);
    return CHORUS_OK;
}
