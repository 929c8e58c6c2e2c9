/* The check of a loaded program: the engine, its proof held against the independent checker, the verdict in words. */
#include "session/check.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/concrete_error.h"
#include "engines/symmpa/refine/covered.h"
#include "kernel/certify.h"
#include "plan/methods.h"
#include "program/replay.h"
#include "program/rests.h"
#include "program/shorten.h"
#include "report/report.h"
#include "report/value.h"
#include "session/account.h"
#include "session/ask.h"
#include "session/load.h"
#include "session/memory_model.h"
#include "session/memory_proof.h"
#include "session/races.h"
#include "session/unreached.h"
#include "session/weak.h"

static void add_true_scope(const ChorusSession *s, Str *out)
{
    uint32_t n = s->verdict.threads;
    CHECK(s->verdict.kind == VERDICT_TRUE);
    /* An outline may leave out threads that begin with functions without a body: it says nothing of their number. */
    bool is_outline = session_option(&s->options, OPTION_model) == MODEL_OUTLINE;
    if (s->litmus) {
        bool is_sc = session_option(&s->options, OPTION_memory) == MEMORY_MODEL_SC;
        str_add(out, is_sc ? "all interleavings" : "all executions");
    } else if (s->verdict.all_created && is_outline) {
        str_add(out, "every number of threads");
    } else if (s->verdict.all_created && n == 0) {
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
    CHECK(s->steps && s->steps->steps.count > 0);
    if (!s->litmus) {
        if (!s->steps->thread_count) str_add(out, "in ");
        report_add_threads(out, s->steps);
        str_add(out, ", ");
    }
    report_add_count(out, report_steps_total(s->steps), "step");
}

static bool runs_out_of_memory(const ChorusSession *s)
{
    const Trace *trace = s->verdict.trace;
    bool any = false;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const Edge *e = &s->program->edges.data[trace->steps.data[i].edge.i];
        any |= e->is_failure && !e->approximate;
    }
    return any;
}

static ReportFacts facts_of(const ChorusSession *s)
{
    ReportFacts facts = {&s->exclusions, s->accessing ? s->accessing->locs.count : 0};
    CHECK(facts.loc_count <= s->program->locs.count);
    return facts;
}

bool session_tells_all(const ChorusSession *s)
{
    return s->is_replay || session_option(&s->options, OPTION_trace_detail) != 0;
}

ReportSteps *session_steps(ChorusSession *s, bool with_states, bool whole)
{
    ReportFacts facts = facts_of(s);
    CHECK(s->verdict.trace);
    return report_steps_build(s->program, s->verdict.trace, s->accessing ? &facts : NULL, with_states, whole);
}

void session_describe(ChorusSession *s)
{
    Str out;
    str_init(s->run, &out);
    switch (s->verdict.kind) {
    case VERDICT_TRUE:
        add_true_scope(s, &out);
        if (s->memory_proved)
            str_addf(&out, ", %s", s->memory_proved);
        else if (s->memory.need != MEMORY_NEEDS_NOTHING)
            str_addf(&out, ", %s", MEMORY_INTERLEAVING);
        break;
    case VERDICT_FALSE:
        RUN_CHECK(s->run, s->verdict.trace != NULL);
        s->steps = session_steps(s, false, session_tells_all(s));
        s->steps->shows_all = session_tells_all(s);
        add_false_scope(s, &out);
        if (runs_out_of_memory(s)) str_add(&out, ", where malloc may fail");
        if (trace_is_weak(s->verdict.trace)) str_addf(&out, ", %s", s->memory_shown);
        break;
    case VERDICT_UNKNOWN:
        session_set_unknown(s, STOP_UNSUPPORTED, s->verdict.why ? s->verdict.why : "the engine gave no reason");
        return;
    }
    if (s->verdict.kind == VERDICT_TRUE && s->race_variables && session_asks_races(s))
        str_addf(&out, ", races of %s only", s->race_variables);
    if (session_option(&s->options, OPTION_model) == MODEL_OUTLINE) str_add(&out, ", by an outline of the program");
    if (session_option(&s->options, OPTION_integers)) str_add(&out, ", ideal integers");
    if (!session_option(&s->options, OPTION_symmetry)) str_add(&out, ", symmetry-oblivious");
    CHECK(str_text(&out)[0]);
    s->scope = str_text(&out);
}

/* A proof that is not told. */
static void withdraw_proof(ChorusSession *s, const char *why)
{
    CHECK(s->verdict.kind == VERDICT_TRUE && why);
    s->verdict.kind = VERDICT_UNKNOWN;
    s->verdict.why = why;
    s->verdict.predicates.count = 0;
}

/* Certifies the proof just found; makes the verdict "unknown" when that fails. Inside the run. */
static void self_check(ChorusSession *s)
{
    if (s->verdict.kind != VERDICT_TRUE || !session_option(&s->options, OPTION_self_check)) return;
    if (!session_option(&s->options, OPTION_symmetry)) return; /* a baseline; there is no certificate */
    if (s->verdict.without_certificate) {
        withdraw_proof(s, "proved, but there is no certificate for the self-check (off: --no-self-check)");
        return;
    }
    RUN_CHECK(s->run, s->verdict.proof != NULL);
    double start = run_seconds(s->run);
    uint32_t depth = account_enter(&s->account, "self-check");
    run_progress(s->run, "checking the certificate");
    CertifyResult r = certify(s->verdict.proof, NULL);
    session_certify_races(s, s->verdict.proof, NULL, &r);
    account_leave(&s->account, depth);
    s->seconds_self_check = run_seconds(s->run) - start;
    s->proof_check = r.did;
    CHECK(r.certified || r.problem);
    s->is_certified = r.certified;
    if (r.certified) return;
    withdraw_proof(s, run_format(s->run, "self-check failed: %s", r.problem));
}

/* That nothing can go wrong where nothing was asked is no answer. Who names a memory model asks whether the program has
 * other executions than interleavings. */
static void ask_for_more(ChorusSession *s)
{
    if (session_option(&s->options, OPTION_memory) >= MEMORY_MODEL_C11) return;
    if (s->verdict.kind != VERDICT_TRUE || !session_asks_nothing(s)) return;
    withdraw_proof(s,
                   "nothing to check: the program reaches no assertion, and no other property was asked (--property)");
}

#define FEW_STEPS 12 /* a counterexample of so few is told as it is */

/* The work is bounded, and a counterexample that was found in time is not lost because of it. */
static void shorten(ChorusSession *s)
{
    uint32_t depth = account_enter(&s->account, "shorten");
    run_begin_telling(s->run);
    run_set_time_limit(s->run, 0);
    Interpreter *in = interpreter_new(s->program);
    Trace *trace = trace_copy(s->run, s->verdict.trace), *shorter = NULL;
    trace_shorten(in, trace);
    if (!covered_rest(s->program, trace)) /* of one that rests on something all ways must lead to errors still */
        s->verdict.trace = trace;
    else
        interpreter_replay(in, s->verdict.trace);
    if (s->verdict.trace->steps.count > FEW_STEPS) shorter = concrete_short_error(s->program, s->verdict.trace);
    if (shorter) {
        s->verdict.trace = shorter;
        trace_shorten(in, shorter);
    }
    account_leave(&s->account, depth);
}

/* What an engine has seen may be a run of a copy of the program: only one that is the program's own is told. */
static void tell_possible(Run *run, void *arg)
{
    ChorusSession *s = arg;
    const Doubt *doubt = s->program->doubt;
    if (!doubt || !doubt->trace || !trace_is_well_formed(s->program, doubt->trace)) return;
    Interpreter *in = interpreter_new(s->program);
    Trace *trace = trace_copy(run, doubt->trace);
    if (interpreter_replay(in, trace) != NULL) return;
    trace_shorten(in, trace);
    for (uint32_t i = 0; i < trace->steps.count; i++)
        s->possible_runs_out |= s->program->edges.data[trace->steps.data[i].edge.i].is_failure;
    ReportFacts facts = facts_of(s);
    s->possible = report_steps_build_possible(s->program, trace, s->accessing ? &facts : NULL, session_tells_all(s));
    s->possible->shows_all = session_tells_all(s);
}

/* A run that somebody may find out more of is not lost for want of time. */
static void look_for_possible(ChorusSession *s)
{
    double left = run_seconds_left(s->run);
    uint32_t depth = account_enter(&s->account, "shorten");
    run_set_time_limit(s->run, 0);
    session_run(s, tell_possible, s);
    account_leave(&s->account, depth);
    if (s->deadline > 0) run_set_time_limit(s->run, left > 0.01 ? left : 0.01);
}

static bool is_by_reduction(const ChorusSession *s)
{
    const Proof *proof = s->verdict.kind == VERDICT_TRUE ? s->verdict.proof : NULL;
    return proof && proof->parts.count && vec_last(&proof->parts).kind == PROOF_LOCKSTEP;
}

static void ask_and_shorten(ChorusSession *s, const EngineOptions *options)
{
    s->is_certified = false;
    session_ask(s, options, &s->verdict);
    if (s->verdict.kind == VERDICT_FALSE) shorten(s);
}

static void check_and_certify(Run *run, void *arg)
{
    ChorusSession *s = arg;
    EngineOptions options = session_engine_options(s);
    bool is_outline = session_option(&s->options, OPTION_model) == MODEL_OUTLINE;
    run_end_telling(run); /* of what was asked before */
    options.doubt_seconds = s->doubt_seconds;
    options.is_left_doubtful = &s->is_left_doubtful;
    s->program->doubt = is_outline ? NULL : run_alloc(run, sizeof *s->program->doubt);
    ask_and_shorten(s, &options);
    bool others_left = is_by_reduction(s) && strcmp(session_option_text(s, OPTION_method), "lockstep") != 0;
    self_check(s);
    if (others_left && s->verdict.kind == VERDICT_UNKNOWN) {
        run_log(run, 1, "%s", s->verdict.why);
        options.lockstep = false;
        ask_and_shorten(s, &options);
        self_check(s);
    }
    session_tell_harmless(s);
    CHECK(s->verdict.kind != VERDICT_TRUE || s->verdict.proof || s->verdict.without_certificate ||
          !options.certificate);
    ask_for_more(s);
}

static void describe_session(Run *run, void *arg)
{
    (void)run;
    session_describe(arg);
}

/* What a verdict is about, which is not lost for want of time. */
static StopKind tell_verdict(ChorusSession *s)
{
    if (s->verdict.kind == VERDICT_TRUE) {
        uint32_t inside = account_enter(&s->account, "memory-model");
        session_find_memory(s);
        session_ask_weak(s);
        account_leave(&s->account, inside);
    }
    double start = run_seconds(s->run), left = run_seconds_left(s->run);
    uint32_t depth = account_enter(&s->account, "report");
    run_set_time_limit(s->run, 0);
    StopKind stop = session_run(s, describe_session, s);
    account_leave(&s->account, depth);
    left -= run_seconds(s->run) - start;
    if (s->deadline > 0) run_set_time_limit(s->run, left > 0.01 ? left : 0.01);
    return stop;
}

/* What there is to say beside a proof takes at most about as long as the proof, and what says the verdict afterwards is
 * not cut off by the limit that it has kept. */
static void look_further(ChorusSession *s, double seconds)
{
    EngineOptions options = session_engine_options(s);
    double left = run_seconds_left(s->run), most = 0.2 + seconds;
    if (left > 0.1) {
        run_set_time_limit(s->run, left < most ? left : most);
        session_find_unreached(s, &options);
    }
    run_set_time_limit(s->run, 0);
}

StopKind session_ask_model(ChorusSession *s)
{
    s->verdict.kind = VERDICT_UNKNOWN;
    StopKind stop = session_run(s, check_and_certify, s);
    return stop == STOP_NONE ? tell_verdict(s) : stop;
}

void session_check_model(ChorusSession *s)
{
    double start = run_seconds(s->run);
    CHECK(s->program && s->stage == SESSION_CHECKED);
    StopKind stop = session_ask_model(s);
    if (stop != STOP_NONE) session_set_unknown(s, stop, run_reason(s->run));
    if (s->verdict.kind == VERDICT_UNKNOWN) look_for_possible(s);
    uint32_t depth = account_enter(&s->account, "unreached");
    if (stop == STOP_NONE) look_further(s, run_seconds(s->run) - start);
    account_leave(&s->account, depth);
}
