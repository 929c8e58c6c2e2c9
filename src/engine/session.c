/* Sessions: the work behind include/chorus.h. Every call that may allocate runs inside run_guard, so that any
 * stop (interrupt, limits, bad input, internal error) ends here, as a status or as the verdict "unknown". */
#include "engine/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define DEADLINE_SLACK 0.05 /* seconds */

const char *chorus_version(void) { return CHORUS_VERSION; }

ChorusSession *chorus_new(void)
{
    ChorusSession *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->run = run_new();
    if (!s->run) {
        free(s);
        return NULL;
    }
    session_options_init(&s->options);
    return s;
}

void chorus_free(ChorusSession *session)
{
    if (!session) return;
    run_free(session->run);
    free(session);
}

void chorus_interrupt(ChorusSession *session) { run_interrupt(session->run); }

void chorus_on_progress(ChorusSession *session, void (*fn)(void *arg, const char *line), void *arg)
{
    run_set_progress(session->run, fn, arg);
}

ChorusStatus session_fail(ChorusSession *s, ChorusStatus status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->error, sizeof s->error, format, args);
    va_end(args);
    for (char *c = s->error; *c; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    return status;
}

StopKind session_run(ChorusSession *s, void (*body)(Run *run, void *arg), void *arg)
{
    s->is_busy = true;
    StopKind stop = run_guard(s->run, body, arg);
    s->is_busy = false;
    return stop;
}

bool session_guard(ChorusSession *session, void (*body)(Run *run, void *arg), void *arg)
{
    if (session->is_busy) return false;
    StopKind stop = session_run(session, body, arg);
    if (stop != STOP_NONE) session_fail(session, CHORUS_INTERNAL, "%s", run_reason(session->run));
    return stop == STOP_NONE;
}

/* ---- options ---- */

ChorusStatus chorus_set_option(ChorusSession *session, const char *name, const char *value)
{
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "%s: to be set before loading", name);
    if (!session_options_set(&session->options, name, value, session->error, sizeof session->error))
        return CHORUS_BAD_OPTION;
    run_set_verbosity(session->run, (int)session_option(&session->options, OPTION_verbosity));
    return CHORUS_OK;
}

typedef struct FlagCall {
    ChorusSession *session;
    const char *flag;
} FlagCall;

static void add_flag(Run *run, void *arg)
{
    FlagCall *call = arg;
    const char *flag = call->flag, *file = flag + strlen("-include");
    if (strncmp(flag, "-include", strlen("-include")) != 0) {
        vec_push(run, &call->session->flags, run_strdup(run, flag));
        return;
    }
    while (*file == ' ')
        file++;
    vec_push(run, &call->session->flags, "-include");
    vec_push(run, &call->session->flags, run_strdup(run, file));
}

/* Only what the compiler reads: a flag must not name a file to write. */
static bool is_compiler_flag(const char *flag)
{
    if (strcmp(flag, "-m32") == 0 || strcmp(flag, "-m64") == 0) return true;
    if (strncmp(flag, "-include", strlen("-include")) == 0)
        return flag[strlen("-include") + strspn(flag + strlen("-include"), " ")] != 0;
    return flag[0] == '-' && strchr("DUI", flag[1]) && flag[1] && flag[2];
}

ChorusStatus chorus_add_compiler_flag(ChorusSession *session, const char *flag)
{
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "%s: to be set before loading", flag);
    if (!is_compiler_flag(flag))
        return session_fail(session, CHORUS_BAD_OPTION,
                            "'%.100s' is no compiler flag that is passed on (-D -U -I -include -m32 -m64)", flag);
    FlagCall call = {session, flag};
    return session_guard(session, add_flag, &call) ? CHORUS_OK : CHORUS_INTERNAL;
}

/* ---- why a run was left ---- */

const char *session_option_text(const ChorusSession *s, OptionId id) { return s->options.texts[id]; }

/* An interrupt or the time limit may show first as a solver that gave up, a little before the limit too. */
static StopKind find_cause(const ChorusSession *s, StopKind stop)
{
    if (stop == STOP_INTERNAL || stop == STOP_MEMORY) return stop;
    if (s->deadline > 0 && run_seconds(s->run) >= s->deadline - DEADLINE_SLACK) return STOP_TIME;
    return run_interrupted(s->run) ? STOP_INTERRUPTED : stop;
}

/* The verdict "unknown" for a stop; without allocating, since memory may be what ran out. */
void session_set_unknown(ChorusSession *s, StopKind stop, const char *reason)
{
    StopKind cause = find_cause(s, stop);
    bool has_limit = session_option(&s->options, OPTION_memory_limit) != 0;
    if (cause == STOP_TIME && s->deadline > 0)
        snprintf(s->why, sizeof s->why, "time limit of %s s reached", session_option_text(s, OPTION_time_limit));
    else if (cause == STOP_INTERRUPTED)
        snprintf(s->why, sizeof s->why, "interrupted");
    else if (cause == STOP_MEMORY && has_limit && strcmp(reason, "memory limit") == 0)
        snprintf(s->why, sizeof s->why, "memory limit of %s MB reached", session_option_text(s, OPTION_memory_limit));
    else
        snprintf(s->why, sizeof s->why, "%s", reason);
    for (char *c = s->why; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    s->verdict.kind = VERDICT_UNKNOWN;
    s->scope = s->why;
    s->steps = NULL;
    run_set_memory_limit(s->run, 0); /* what is left to do, the report, is small */
}

void session_measure_memory(ChorusSession *s)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) s->memory_peak_mb = (double)usage.ru_maxrss / 1024.0;
}

/* ---- check ---- */

EngineOptions session_engine_options(const ChorusSession *s)
{
    EngineOptions o;
    engine_options_init(&o);
    o.threads = session_option(&s->options, OPTION_threads);
    o.merge = session_option(&s->options, OPTION_merge) != 0;
    o.mask = session_option(&s->options, OPTION_mask) != 0;
    o.seed_values = session_option(&s->options, OPTION_seed_values) != 0;
    uint32_t abstraction = session_option(&s->options, OPTION_abstraction);
    o.abstraction = abstraction ? abstraction - 1 : ABSTRACTION_EXACT;
    o.passive = session_option(&s->options, OPTION_passive) != 0;
    if (abstraction) o.mixed = (MixedMode)session_option(&s->options, OPTION_mixed);
    o.symmetry = session_option(&s->options, OPTION_symmetry) != 0;
    o.certificate = o.symmetry; /* without, it would be about the program written out */
    o.predicates = s->predicates.data;
    o.predicate_count = s->predicates.count;
    if (s->options.given[OPTION_iterations]) o.iteration_limit = session_option(&s->options, OPTION_iterations);
    return o;
}

static void add_true_scope(const ChorusSession *s, Str *out)
{
    uint32_t n = s->verdict.threads;
    if (s->verdict.all_created && n == 0) {
        str_add(out, "no threads are created");
    } else if (s->verdict.all_created) {
        str_add(out, n == 1 ? "the " : "all ");
        report_add_count(out, n, "thread");
        str_add(out, " the program creates");
    } else if (n == 0) {
        str_add(out, "every number of threads");
    } else {
        str_add(out, "at most ");
        report_add_count(out, n, "thread");
    }
}

static void add_false_scope(const ChorusSession *s, Str *out)
{
    report_add_count(out, s->steps->thread_count, "thread");
    str_add(out, ", ");
    report_add_count(out, s->steps->steps.count, "step");
}

void session_describe(ChorusSession *s)
{
    Str out;
    str_init(s->run, &out);
    switch (s->verdict.kind) {
    case VERDICT_TRUE: add_true_scope(s, &out); break;
    case VERDICT_FALSE:
        RUN_CHECK(s->run, s->verdict.trace != NULL);
        s->steps = report_steps_build(s->program, s->verdict.trace, false);
        add_false_scope(s, &out);
        break;
    case VERDICT_UNKNOWN:
        session_set_unknown(s, STOP_UNSUPPORTED, s->verdict.why ? s->verdict.why : "the engine gave no reason");
        return;
    }
    if (session_option(&s->options, OPTION_integers)) str_add(&out, ", ideal integers");
    if (!session_option(&s->options, OPTION_symmetry)) str_add(&out, ", symmetry-oblivious");
    s->scope = str_text(&out);
}

static void check(Run *run, void *arg)
{
    (void)run;
    ChorusSession *s = arg;
    EngineOptions options = session_engine_options(s);
    engine_symmpa(s->program, &options, &s->verdict);
    session_self_check(s);
    session_describe(s);
}

ChorusVerdict chorus_check(ChorusSession *session)
{
    ChorusSession *s = session;
    if (s->is_busy || s->stage == SESSION_CHECKED) return chorus_verdict(s);
    if (s->stage != SESSION_LOADED) {
        session_fail(s, CHORUS_INTERNAL, "no program is loaded");
        return CHORUS_NONE;
    }
    s->stage = SESSION_CHECKED;
    if (!s->program) return CHORUS_UNKNOWN; /* scope set by chorus_load */
    double start = run_seconds(s->run);
    s->verdict.kind = VERDICT_UNKNOWN;
    StopKind stop = session_run(s, check, s);
    if (stop != STOP_NONE) session_set_unknown(s, stop, run_reason(s->run));
    s->seconds_check = run_seconds(s->run) - start;
    session_measure_memory(s);
    run_set_memory_limit(s->run, 0);
    return chorus_verdict(s);
}
