/* Counterexamples as programs that really run. */
#include <string.h>

#include "base/check.h"
#include "program/ideal.h"
#include "proof/text/trace_file.h"
#include "session/file.h"
#include "session/load.h"
#include "session/native/native.h"
#include "session/races.h"

typedef struct NativeCall {
    ChorusSession *session;
    bool is_lp64; /* compile for 64 bits, whatever the flags and files say */
    Native *native;
    const char *dir, *problem;
} NativeCall;

/* ---- the program ---- */

static FrontendOptions lp64_options(ChorusSession *s)
{
    const char **flags = run_alloc(s->run, (s->flags.count + 1) * sizeof *flags);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->flags.count; i++)
        if (strcmp(s->flags.data[i], "-m32") != 0 && strcmp(s->flags.data[i], "-m64") != 0)
            flags[count++] = s->flags.data[i];
    flags[count++] = "-m64";
    CHECK(count <= s->flags.count + 1);
    return session_frontend_options(s, flags, count);
}

/* The races that the trace is about become errors of the program that was loaded now, as they did the first time. */
static void add_races(ChorusSession *s, Native *native)
{
    Program *accessing = s->accessing;
    Exclusions exclusions = s->exclusions;
    if (!session_asks_races(s)) return;
    native->accessing = native->program;
    native->program = session_monitored(s, native->program);
    s->accessing = accessing;
    s->exclusions = exclusions;
}

/* The diagnostics of the first time are enough. */
static void load_native(Run *run, void *arg)
{
    NativeCall *call = arg;
    ChorusSession *s = call->session;
    Diags *diags = run_diags(run);
    uint32_t count = diags->count;
    FrontendOptions options =
        call->is_lp64 ? lp64_options(s) : session_frontend_options(s, s->flags.data, s->flags.count);
    Native *native = native_load(run, s->tm, s->files.data, s->files.count, &options);
    CHECK(diags->count >= count && native->program);
    diags->count = count;
    add_races(s, native);
    call->native = native;
}

/* The same variables and edges, but perhaps for names and widths: then a trace of one has a meaning for the other. */
static bool has_same_shape(const Program *p, const Program *q)
{
    bool same = p->vars.count == q->vars.count && p->edges.count == q->edges.count && p->locs.count == q->locs.count;
    for (uint32_t i = 0; same && i < p->vars.count; i++)
        same = p->vars.data[i].class == q->vars.data[i].class &&
               p->vars.data[i].sort.kind == q->vars.data[i].sort.kind &&
               p->vars.data[i].pos.line == q->vars.data[i].pos.line;
    for (uint32_t i = 0; same && i < p->edges.count; i++)
        same = p->edges.data[i].pos.line == q->edges.data[i].pos.line &&
               p->edges.data[i].is_error == q->edges.data[i].is_error;
    return same;
}

/* Is the program that was compiled now the checked one, or, compiled for 64 bits, one that fails in the same way? */
static void compare_with_checked(Run *run, void *arg)
{
    (void)run;
    NativeCall *call = arg;
    ChorusSession *s = call->session;
    Program *p = call->native->program;
    if (session_option(&s->options, OPTION_integers)) p = program_to_ideal(p);
    if (strcmp(evidence_digest(p), evidence_digest(s->program)) == 0) return;
    if (call->is_lp64 && has_same_shape(p, s->program) && !trace_file_replay(p, s->verdict.trace)) return;
    call->problem = "it does something else";
}

static void prepare_native(Run *run, void *arg)
{
    (void)run;
    NativeCall *call = arg;
    const ChorusSession *s = call->session;
    CHECK(!s->native && s->verdict.kind == VERDICT_FALSE && s->verdict.trace);
    native_prepare(call->native, s->verdict.trace, s->program->has_ideal_integers, call->is_lp64);
    __atomic_store_n(&call->session->native, call->native, __ATOMIC_SEQ_CST);
}

/* A stop of native work: limits and interrupts say so, everything else is what cannot be run. */
static ChorusStatus stopped(ChorusSession *s, StopKind stop, const char *what)
{
    const char *name = s->files.data[0];
    if (stop == STOP_INTERRUPTED || stop == STOP_TIME || stop == STOP_MEMORY || stop == STOP_INTERNAL)
        return session_fail(s, CHORUS_INTERNAL, "%s", run_reason(s->run));
    return session_fail(s, CHORUS_BAD_INPUT, "%s: error: cannot run natively: %s%s", name, what, run_reason(s->run));
}

/* There is no 32-bit C library to link with; a program that fails in the same way when long and pointers have 64 bits
 * is run with 64 bits. */
static ChorusStatus load_lp64(ChorusSession *s, NativeCall *call)
{
    static const char what[] = "it is a 32-bit program, and compiled for 64 bits ";
    call->is_lp64 = true;
    StopKind stop = session_run(s, load_native, call);
    if (stop == STOP_NONE) stop = session_run(s, compare_with_checked, call);
    if (stop != STOP_NONE) return stopped(s, stop, what);
    if (!call->problem) return CHORUS_OK;
    return session_fail(s, CHORUS_BAD_INPUT, "%s: error: cannot run natively: %s%s", s->files.data[0], what,
                        call->problem);
}

/* Whether the runtime can tell that it is violated; see violation_is_hidden for single places. */
static bool is_observable(Property property)
{
    return property == PROPERTY_UNREACH_CALL || property == PROPERTY_NO_OVERFLOW || property == PROPERTY_VALID_DEREF ||
           property == PROPERTY_VALID_FREE || property == PROPERTY_VALID_MEMTRACK || property == PROPERTY_NO_DEADLOCK ||
           property == PROPERTY_NO_DATA_RACE;
}

static ChorusStatus make_native(ChorusSession *s)
{
    if (s->is_busy || s->stage != SESSION_CHECKED || s->verdict.kind != VERDICT_FALSE || !s->program ||
        !s->verdict.trace)
        return session_fail(s, CHORUS_INTERNAL, "there is no counterexample to run");
    if (s->native) return CHORUS_OK;
    if (session_is_text(s->files.data[0]))
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: cannot run natively: it is not C", s->files.data[0]);
    Property property = s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i].property;
    if (!is_observable(property))
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: cannot run natively: a violation of %s cannot be observed",
                            s->files.data[0], property_name(property));
    if (trace_is_weak(s->verdict.trace)) /* threads that wait for each other make interleavings */
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: cannot run natively: it is no interleaving",
                            s->files.data[0]);
    NativeCall call = {.session = s};
    StopKind stop = session_run(s, load_native, &call);
    if (stop != STOP_NONE) return stopped(s, stop, "");
    if (call.native->is_ilp32) {
        ChorusStatus status = load_lp64(s, &call);
        if (status != CHORUS_OK) return status;
    } else {
        stop = session_run(s, compare_with_checked, &call);
        if (stop == STOP_NONE && call.problem)
            return session_fail(s, CHORUS_BAD_INPUT, "%s: error: has changed meanwhile", s->files.data[0]);
    }
    if (stop == STOP_NONE) stop = session_run(s, prepare_native, &call);
    return stop == STOP_NONE ? CHORUS_OK : stopped(s, stop, "");
}

/* ---- what is done with it ---- */

static void emit_native(Run *run, void *arg)
{
    (void)run;
    NativeCall *call = arg;
    ChorusSession *s = call->session;
    call->problem = native_emit(s->native, call->dir, s->files.data, s->files.count);
}

ChorusStatus chorus_native_emit(ChorusSession *session, const char *dir)
{
    ChorusSession *s = session;
    ChorusStatus status = make_native(s);
    if (status != CHORUS_OK) return status;
    NativeCall call = {.session = s, .dir = dir};
    StopKind stop = session_run(s, emit_native, &call);
    if (stop != STOP_NONE) return stopped(s, stop, "");
    return call.problem ? session_fail(s, CHORUS_BAD_OPTION, "%s", call.problem) : CHORUS_OK;
}

static void run_native(Run *run, void *arg)
{
    NativeCall *call = arg;
    ChorusSession *s = call->session;
    CHECK(s->native && s->scope);
    const char *problem = native_run(s->native);
    if (!problem) {
        const char *observed = s->native->observed;
        s->scope =
            run_format(run, "natively: %s%s%s", s->scope, observed ? "; observed: " : "", observed ? observed : "");
        return;
    }
    s->verdict.kind = VERDICT_UNKNOWN;
    session_set_unknown(s, STOP_UNSUPPORTED, run_format(run, "native run: %s", problem));
}

ChorusStatus chorus_native_run(ChorusSession *session)
{
    ChorusSession *s = session;
    ChorusStatus status = make_native(s);
    if (status != CHORUS_OK) return status;
    NativeCall call = {.session = s};
    StopKind stop = session_run(s, run_native, &call);
    return stop == STOP_NONE ? CHORUS_OK : stopped(s, stop, "");
}

void chorus_abandon(ChorusSession *session)
{
    Native *native = __atomic_load_n(&session->native, __ATOMIC_SEQ_CST);
    if (native) native_abandon(native);
}
