/* Sessions: the work behind include/chorus.h. Every call that may allocate runs inside run_guard, so that any
 * stop (interrupt, limits, bad input, internal error) ends here, as a status or as the verdict "unknown". */
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/check.h"
#include "base/machine.h"
#include "engines/symmpa/technique.h"

#define DEADLINE_SLACK 0.05 /* seconds */
#define OWN_SECONDS 40      /* see session_start_limits */
#define OWN_MEGABYTES 2048
#define USUAL_SECONDS 240 /* of other programs in C */

ChorusSession *chorus_new(void)
{
    ChorusSession *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->run = run_new();
    if (!s->run) {
        free(s);
        return NULL;
    }
    s->first = s->run;
    run_set_account(s->run, &s->account);
    session_options_init(&s->options);
    return s;
}

void chorus_free(ChorusSession *session)
{
    if (!session) return;
    free(session->cells);
    free(session->explained);
    if (session->run != session->first) run_free(session->run);
    run_free(session->first);
    free(session);
}

void chorus_interrupt(ChorusSession *session) { run_interrupt(session->first); }

int chorus_is_telling(const ChorusSession *session) { return run_is_telling(session->first); }

void chorus_on_progress(ChorusSession *session, void (*fn)(void *arg, const char *line), void *arg)
{
    run_set_progress(session->first, fn, arg);
}

ChorusStatus session_fail(ChorusSession *s, ChorusStatus status, const char *format, ...)
{
    CHECK(status != CHORUS_OK);
    va_list args;
    va_start(args, format);
    vsnprintf(s->error, sizeof s->error, format, args);
    va_end(args);
    for (char *c = s->error; *c; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    return status;
}

void session_restore(ChorusSession *s, const ChorusSession *before)
{
    ChorusSession now = *s;
    CHECK(s->first == before->first);
    *s = *before;
    s->account = now.account;
    s->cells = now.cells;
    s->explained = now.explained;
}

typedef struct GuardedBody {
    void (*fn)(Run *run, void *arg);
    void *arg;
} GuardedBody;

/* What is done in no time may have gone over the memory limit unseen. */
static void run_body(Run *run, void *arg)
{
    const GuardedBody *body = arg;
    body->fn(run, body->arg);
    run_poll_memory(run);
}

StopKind session_run(ChorusSession *s, void (*body)(Run *run, void *arg), void *arg)
{
    CHECK(!s->is_busy);
    s->is_busy = true;
    GuardedBody call = {body, arg};
    uint32_t depth = s->account.depth;
    StopKind stop = run_guard(s->run, run_body, &call);
    account_leave(&s->account, depth); /* which may have been left early */
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

/* Not in the table of options, since it is for tests: a technique of refinement that is not tried. */
static ChorusStatus leave_out_by_name(ChorusSession *s, const char *name)
{
    uint32_t i = technique_find(name);
    if (i == TECHNIQUES_MAX)
        return session_fail(s, CHORUS_BAD_OPTION, "leave-out: there is no technique '%.60s'", name);
    CHECK(i < technique_count());
    s->left_out |= UINT32_C(1) << i;
    return CHORUS_OK;
}

ChorusStatus chorus_set_option(ChorusSession *session, const char *name, const char *value)
{
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "%s: to be set before loading", name);
    if (strcmp(name, "leave-out") == 0) return leave_out_by_name(session, value);
    if (!session_options_set(&session->options, name, value, session->error, sizeof session->error))
        return CHORUS_BAD_OPTION;
    run_set_verbosity(session->run, (int)session_option(&session->options, OPTION_verbosity));
    return CHORUS_OK;
}

ChorusStatus chorus_want_certificate(ChorusSession *session)
{
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "certificate: to be asked for before loading");
    session->wants_certificate = true;
    return CHORUS_OK;
}

typedef struct ClientCall {
    ChorusSession *session;
    const char *functions;
} ClientCall;

static void add_named_clients(Run *run, void *arg)
{
    const ClientCall *call = arg;
    for (const char *at = call->functions; *at;) {
        size_t all = strcspn(at, ","), name = strcspn(at, ":,");
        Client client = {run_strndup(run, at, name), name < all};
        vec_push(run, &call->session->clients, client);
        at += all + (at[all] == ',');
    }
}

/* NAME, or NAME:*, with commas between them. */
static bool are_clients(const char *names)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$.0123456789";
    for (const char *at = names;;) {
        size_t name = strspn(at, letters);
        if (name == 0 || (*at >= '0' && *at <= '9')) return false;
        at += name;
        if (strncmp(at, ":*", 2) == 0) at += 2;
        if (!*at) return true;
        if (*at++ != ',') return false;
    }
}

ChorusStatus chorus_add_clients(ChorusSession *session, const char *functions, int only)
{
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "%.100s: to be set before loading", functions);
    if (!are_clients(functions))
        return session_fail(session, CHORUS_BAD_OPTION,
                            "'%.100s' is no list of functions (FUNCTION, or FUNCTION:* for any number of threads; with "
                            "commas between them)",
                            functions);
    ClientCall call = {session, functions};
    session->only_clients |= only != 0;
    return session_guard(session, add_named_clients, &call) ? CHORUS_OK : CHORUS_INTERNAL;
}

ChorusVerdict chorus_verdict(const ChorusSession *session)
{
    if (session->stage != SESSION_CHECKED || !session->scope) return CHORUS_NONE;
    switch (session->verdict.kind) {
    case VERDICT_TRUE: return CHORUS_TRUE;
    case VERDICT_FALSE: return CHORUS_FALSE;
    case VERDICT_UNKNOWN: return CHORUS_UNKNOWN;
    }
    return CHORUS_NONE;
}

bool session_is_open(const ChorusSession *s)
{
    return s->stage == SESSION_LOADED || chorus_verdict(s) == CHORUS_UNKNOWN;
}

bool session_is_undefined(const ChorusSession *s)
{
    const char *why = s->stage == SESSION_CHECKED && chorus_verdict(s) == CHORUS_UNKNOWN ? s->verdict.why : NULL;
    for (uint32_t i = 0; why && s->program && i < s->program->edges.count; i++) {
        const Edge *e = &s->program->edges.data[i];
        bool is_end = e->is_error && e->property == PROPERTY_UNREACH_CALL && e->approximate && e->what;
        if (is_end && strcmp(e->approximate, why) == 0) return true; /* see emit_undefined */
    }
    return false;
}

/* ---- why a run was left ---- */

const char *session_option_text(const ChorusSession *s, OptionId id) { return s->options.texts[id]; }

bool session_long_is_32(const ChorusSession *s)
{
    for (uint32_t i = s->flags.count; i-- > 0;) { /* the last one counts */
        if (strcmp(s->flags.data[i], "-m32") == 0) return true;
        if (strcmp(s->flags.data[i], "-m64") == 0) return false;
    }
    return false;
}

/* An interrupt or the time limit may show first as a solver that gave up, a little before the limit too. */
static StopKind find_cause_of_stop(const ChorusSession *s, StopKind stop)
{
    if (stop == STOP_INTERNAL || stop == STOP_MEMORY) return stop;
    if (s->deadline > 0 && run_seconds(s->run) >= s->deadline - DEADLINE_SLACK) return STOP_TIME;
    return run_interrupted(s->run) ? STOP_INTERRUPTED : stop;
}

uint64_t chorus_memory_limit(const ChorusSession *session, char *why, size_t size)
{
    uint64_t limit = session_option(&session->options, OPTION_memory_limit);
    char whose[100] = "";
    if (!limit && strcmp(session_option_text(session, OPTION_memory_limit), "none") != 0) {
        MachineMemory memory = machine_memory();
        limit = memory.bytes / 4 * 3 >> 20;
        snprintf(whose, sizeof whose, " (three quarters of the %s; --memory-limit=MB)", memory.whose);
    }
    if (size) snprintf(why, size, "memory limit of %llu MB reached%s", (unsigned long long)limit, whose);
    return limit;
}

/* The verdict "unknown" for a stop; without allocating, since memory may be what ran out. */
void session_set_unknown(ChorusSession *s, StopKind stop, const char *reason)
{
    CHECK(reason && stop != STOP_NONE);
    StopKind cause = s->stopped = find_cause_of_stop(s, stop);
    if (cause == STOP_TIME && s->deadline > 0 && s->has_own_limits && !s->options.given[OPTION_time_limit])
        snprintf(s->why, sizeof s->why, "%d s have passed, the limit where the model is not complete (--time-limit)",
                 OWN_SECONDS);
    else if (cause == STOP_TIME && s->deadline > 0 && !s->options.given[OPTION_time_limit])
        snprintf(s->why, sizeof s->why, "%d s have passed, the limit where none is given (--time-limit)",
                 USUAL_SECONDS);
    else if (cause == STOP_MEMORY && s->has_own_limits && !s->options.given[OPTION_memory_limit])
        snprintf(s->why, sizeof s->why, "%d MB are used, the limit where the model is not complete (--memory-limit)",
                 OWN_MEGABYTES);
    else if (cause == STOP_TIME && s->deadline > 0)
        snprintf(s->why, sizeof s->why, "time limit of %s s reached", session_option_text(s, OPTION_time_limit));
    else if (cause == STOP_INTERRUPTED)
        snprintf(s->why, sizeof s->why, "interrupted");
    else if (cause == STOP_MEMORY && strcmp(reason, "memory limit") == 0)
        chorus_memory_limit(s, s->why, sizeof s->why);
    else
        snprintf(s->why, sizeof s->why, "%s", reason);
    size_t length = strlen(s->why);
    if (s->verdict.progress && cause != STOP_UNSUPPORTED && length < sizeof s->why)
        snprintf(s->why + length, sizeof s->why - length, "; %s", s->verdict.progress);
    for (char *c = s->why; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    s->verdict.kind = VERDICT_UNKNOWN;
    s->scope = s->why;
    s->steps = NULL;
    session_end_memory_limit(s); /* what is left to do, the report, is small */
}

void session_measure_memory(ChorusSession *s)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) s->memory_peak_mb = (double)usage.ru_maxrss / 1024.0;
}

ChorusStatus session_report_bad_input(ChorusSession *s)
{
    const Diags *diags = run_diags(s->run);
    const Diag *first = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < diags->count; i++) {
        if (diags->data[i].severity != SEVERITY_ERROR) continue;
        if (!first) first = &diags->data[i];
        count++;
    }
    if (!first) return session_fail(s, CHORUS_BAD_INPUT, "%s", run_reason(s->run));
    char pos[512], more[40] = "";
    diag_format_pos(first->pos, pos, sizeof pos);
    if (count > 1) snprintf(more, sizeof more, " (and %u more)", count - 1);
    return session_fail(s, CHORUS_BAD_INPUT, "%serror: %.400s%s", pos, first->text, more);
}

double session_start_limits(ChorusSession *s, bool is_c)
{
    CHECK(s->stage == SESSION_NEW); /* what is loaded keeps its limits */
    double start = run_seconds(s->run), time_limit = s->options.values[OPTION_time_limit];
    uint64_t megabytes = chorus_memory_limit(s, NULL, 0);
    s->has_own_limits = is_c;
    if (is_c && !s->options.given[OPTION_time_limit]) time_limit = OWN_SECONDS;
    if (is_c && !s->options.given[OPTION_memory_limit] && megabytes > OWN_MEGABYTES) megabytes = OWN_MEGABYTES;
    s->deadline = time_limit > 0 ? start + time_limit : 0;
    double whole = is_c && !s->options.given[OPTION_time_limit] ? USUAL_SECONDS : time_limit;
    s->end = whole > 0 ? run_seconds(s->first) + whole : 0;
    run_set_time_limit(s->run, time_limit);
    run_set_memory_limit(s->run, (size_t)megabytes << 20);
    run_set_process_limit(s->run, (size_t)megabytes << 20);
    return start;
}

void session_lift_own_limits(ChorusSession *s)
{
    size_t bytes = (size_t)chorus_memory_limit(s, NULL, 0) << 20;
    if (!s->has_own_limits) return;
    s->has_own_limits = false;
    if (!s->options.given[OPTION_time_limit]) {
        s->deadline += USUAL_SECONDS - OWN_SECONDS;
        run_set_time_limit(s->run, s->deadline - run_seconds(s->run));
    }
    run_set_memory_limit(s->run, bytes);
    run_set_process_limit(s->run, bytes);
}

void session_end_memory_limit(ChorusSession *s)
{
    run_set_memory_limit(s->run, 0);
    run_set_process_limit(s->run, 0);
}
