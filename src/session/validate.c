/* Witnesses of SV-COMP that others, or Chorus, have written: what they say is held against the program.
 *
 * Nothing is believed: a violation is confirmed by a run that the engine has found within what the witness describes,
 * and that the interpreter replays twice, in the program that counts what was passed and in the program itself. A proof
 * is confirmed by proofs of the property and of the invariants, which are certified. */
#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/concrete_error.h"
#include "program/replay.h"
#include "program/shorten.h"
#include "report/witness/claim.h"
#include "report/witness/follow.h"
#include "session/account.h"
#include "session/ask.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_model.h"
#include "session/validate.h"

#define STRICT_SECONDS 60 /* for runs in which threads take over where the witness says, and nowhere else */
#define STRICT_ITERATIONS 40
#define STRICT_STATES 200000
#define GUIDED_STATES 300000
#define GUIDED_THREADS 64 /* at most, beside the initial one */

typedef struct ValidateCall {
    ChorusSession *session;
    const ChorusWaypoint *waypoints;
    const ChorusInvariant *invariants;
    size_t count;
    bool is_loose;    /* the target is any violation */
    uint32_t threads; /* that the witness tells apart */
    Follow follow;
    WitnessClaims claims;
    const WitnessClaim *list; /* that the claims were made of */
    MarkedPlace *places;      /* by WitnessClaim.mark, from 1 on */
    EngineOptions options;
} ValidateCall;

static ChorusStatus begin_validation(ChorusSession *s)
{
    if (s->is_busy || s->stage != SESSION_LOADED)
        return session_fail(s, CHORUS_INTERNAL, "a witness is validated once, after loading and instead of checking");
    s->stage = SESSION_CHECKED;
    s->verdict.kind = VERDICT_UNKNOWN;
    session_find_memory(s);
    return CHORUS_OK;
}

static void end_validation(ChorusSession *s, StopKind stop)
{
    if (stop != STOP_NONE) session_set_unknown(s, stop, run_reason(s->run));
    run_set_time_limit(s->run, 0);
    session_measure_memory(s);
    session_end_memory_limit(s);
}

static void say_witness_unknown(ChorusSession *s, const char *why)
{
    s->verdict.kind = VERDICT_UNKNOWN;
    s->verdict.why = why;
    session_describe(s);
}

/* ---- violations ---- */

static void read_waypoints(Run *run, void *arg)
{
    ValidateCall *call = arg;
    ChorusSession *s = call->session;
    Waypoint *list = run_alloc(run, (call->count + 1) * sizeof *list);
    for (size_t i = 0; i < call->count; i++) {
        const ChorusWaypoint *w = &call->waypoints[i];
        SourcePos place = {run_strdup(run, w->file), w->line, w->column};
        list[i] = (Waypoint){.place = place,
                             .is_target = w->is_target,
                             .avoid = w->avoid,
                             .constraint = w->constraint ? run_strdup(run, w->constraint) : NULL,
                             .is_return = w->is_return,
                             .is_partial = w->is_partial,
                             .is_after = w->is_after,
                             .thread = w->thread};
        call->is_loose |= w->is_target && !w->line;
        if (w->thread > call->threads) call->threads = w->thread;
    }
    call->options = session_engine_options(s);
    call->follow = follow_witness(s->program, list, (uint32_t)call->count, session_long_is_32(s));
}

/* A trace of the program at hand that is one of the counting program, too; shortened, as long as it follows. */
static bool confirm_by_trace(ChorusSession *s, const Follow *f, Trace *trace)
{
    Interpreter *counting = interpreter_new(f->counting);
    const char *problem = interpreter_replay(counting, trace);
    if (!problem) {
        run_set_time_limit(s->run, 0); /* the work is bounded */
        trace_shorten(counting, trace);
        problem = interpreter_replay(interpreter_new(s->program), trace);
    }
    if (problem) {
        run_log(s->run, 1, "a run that follows the witness does not replay: %s", problem);
        return false;
    }
    CHECK(s->program->edges.data[vec_last(&trace->steps).edge.i].is_error);
    s->verdict.kind = VERDICT_FALSE;
    s->verdict.trace = trace;
    session_describe(s);
    s->scope = run_format(s->run, "%s; %u of %u waypoints placed", s->scope, f->placed, f->given);
    return true;
}

static void ask_strict(Run *run, void *arg)
{
    ValidateCall *call = arg;
    const Follow *f = &call->follow;
    EngineOptions options = call->options;
    options.certificate = false;
    options.iteration_limit = STRICT_ITERATIONS;
    options.state_limit = STRICT_STATES;
    Question question = {.program = f->strict, .property = "unreach-call", .options = &options};
    Verdict verdict;
    run_progress(run, "looking for a run along the witness");
    uint32_t others = call->threads - 1; /* too many if the witness does not say how many */
    Trace *trace = others <= GUIDED_THREADS ? concrete_error(f->strict, others, GUIDED_STATES) : NULL;
    if (!trace) {
        session_put(call->session, &question, &verdict);
        if (verdict.kind != VERDICT_FALSE) return;
        trace = verdict.trace;
    }
    follow_translate(f, trace);
    confirm_by_trace(call->session, f, trace);
}

/* No run passes the places, but these are those of steps that another model has: that the witness is wrong is known
 * only when there is no violation at all. */
static void ask_property(ValidateCall *call)
{
    ChorusSession *s = call->session;
    Verdict verdict;
    session_ask(s, &call->options, &verdict);
    const char *problem = verdict.kind == VERDICT_TRUE ? session_uncertified(s, &verdict) : NULL;
    if (verdict.kind == VERDICT_TRUE && !problem) {
        s->verdict = verdict;
        session_describe(s);
        s->scope = run_format(s->run, "the property holds, %s", s->scope);
    } else {
        say_witness_unknown(s, run_format(s->run, "no run passes the %u of %u places that the model has steps at%s",
                                          call->follow.placed, call->follow.given,
                                          verdict.kind == VERDICT_FALSE ? "; another run violates the property" : ""));
    }
}

static void ask_counting(Run *run, void *arg)
{
    ValidateCall *call = arg;
    ChorusSession *s = call->session;
    const Follow *f = &call->follow;
    Question question = {.program = f->counting, .property = "unreach-call", .options = &call->options};
    Verdict verdict;
    run_progress(run, "looking for any run that passes the places of the witness");
    session_put(s, &question, &verdict);
    const char *problem = verdict.kind == VERDICT_TRUE ? session_uncertified(s, &verdict) : NULL;
    if (verdict.kind == VERDICT_FALSE) {
        if (!confirm_by_trace(s, f, verdict.trace)) say_witness_unknown(s, "the run that was found does not replay");
    } else if (verdict.kind == VERDICT_UNKNOWN || problem) {
        say_witness_unknown(s, problem ? problem : verdict.why);
    } else if (call->is_loose) {
        ask_property(call);
    } else {
        s->verdict.kind = VERDICT_TRUE;
        s->verdict.proof = NULL; /* it is about another program */
        s->verdict.without_certificate = true;
        s->scope = run_format(run, "no run passes the %u of %u waypoints that are placed and ends at the target",
                              f->placed, f->given);
    }
}

/* Time for the strict question, when there is a limit for both. */
static void limit_strict(ChorusSession *s)
{
    double left = run_seconds_left(s->run) / 2;
    run_set_time_limit(s->run, left < STRICT_SECONDS ? left : STRICT_SECONDS);
}

/* A run to the target was found, and the witness says more of its way than could be looked at. */
static void doubt_run(Run *run, void *arg)
{
    ValidateCall *call = arg;
    ChorusSession *s = call->session;
    s->steps = NULL;
    say_witness_unknown(
        s, run_format(run,
                      "the property is violated at the target, but %u of %u waypoints are not looked at, or not wholly",
                      call->follow.unchecked, call->follow.given));
}

ChorusStatus chorus_validate_violation(ChorusSession *session, const ChorusWaypoint *waypoints, size_t count)
{
    ChorusSession *s = session;
    ChorusStatus status = begin_validation(s);
    if (status != CHORUS_OK || !s->program) return status; /* no program: loading has said why */
    ValidateCall call = {.session = s, .waypoints = waypoints, .count = count};
    double start = run_seconds(s->run), left = run_seconds_left(s->run);
    StopKind stop = session_run(s, read_waypoints, &call);
    if (stop == STOP_NONE && !call.follow.problem) {
        limit_strict(s);
        stop = session_run(s, ask_strict, &call);
        if (stop == STOP_TIME || stop == STOP_UNSUPPORTED) stop = STOP_NONE;
        run_set_time_limit(s->run, s->deadline > 0 ? left - (run_seconds(s->run) - start) : 0);
        if (stop == STOP_NONE && s->verdict.kind != VERDICT_FALSE) stop = session_run(s, ask_counting, &call);
    } else if (stop == STOP_NONE) {
        session_set_unknown(s, STOP_UNSUPPORTED, call.follow.problem);
    }
    if (s->verdict.kind == VERDICT_FALSE && !call.is_loose && call.follow.unchecked) session_run(s, doubt_run, &call);
    s->seconds_check = run_seconds(s->run) - start;
    end_validation(s, s->verdict.kind == VERDICT_FALSE ? STOP_NONE : stop);
    return CHORUS_OK;
}

/* ---- proofs ---- */

/* Of invariants before statements: threads are to stand there. */
static void mark_places(ValidateCall *call, WitnessClaim *list)
{
    ChorusSession *s = call->session;
    uint32_t n = 0;
    call->places = run_alloc(s->run, (call->count + 1) * sizeof *call->places);
    if (session_is_text(s->files.data[0])) return;
    for (size_t i = 0; i < call->count; i++) {
        call->places[n++] = (MarkedPlace){.pos = list[i].place, .is_loop = list[i].is_loop};
        list[i].mark = n;
    }
    if (!n) return;
    session_load_places(s, call->places, n);
    for (size_t i = 0; i < call->count; i++) {
        list[i].unplaced = call->places[list[i].mark - 1].problem;
        if (list[i].is_loop && list[i].unplaced) { /* loops of the model are told by its steps, too */
            list[i].unplaced = NULL;
            list[i].mark = 0;
        }
    }
}

static void read_given_invariants(Run *run, void *arg)
{
    ValidateCall *call = arg;
    ChorusSession *s = call->session;
    WitnessClaim *list = run_alloc(run, (call->count + 1) * sizeof *list);
    for (size_t i = 0; i < call->count; i++) {
        const ChorusInvariant *v = &call->invariants[i];
        SourcePos place = {run_strdup(run, v->file), v->line, v->column};
        list[i] = (WitnessClaim){.place = place, .is_loop = v->is_loop, .text = run_strdup(run, v->text)};
    }
    mark_places(call, list);
    call->list = list;
    call->claims = claim_invariants(s->program, list, (uint32_t)call->count, session_long_is_32(s), true);
    for (uint32_t i = 0; i < call->claims.predicates.count; i++)
        vec_push(run, &s->predicates, call->claims.predicates.data[i]);
    call->options = session_engine_options(s);
}

/* Why a run to the invariant does not show that it is wrong: it was claimed of more than was meant. NULL: it does. */
static const char *refutes_nothing(const ValidateCall *call, uint32_t which)
{
    if (call->invariants[which].is_candidate) return ", of whichever runs it is meant";
    uint32_t mark = call->list[which].mark;
    return mark && call->places[mark - 1].is_wider ? ", or when control comes there from within the statement" : NULL;
}

/* A run to an invariant that does not hold is a trace of the program with the claims, which is the session's from then
 * on. */
static void refute_invariant(ValidateCall *call, const Verdict *verdict)
{
    ChorusSession *s = call->session;
    const WitnessClaims *claims = &call->claims;
    EdgeId last = vec_last(&verdict->trace->steps).edge;
    SourcePos pos = claims->program->edges.data[last.i].pos;
    const uint32_t which = claim_of_edge(claims, last);
    const char *text = call->invariants[which].text, *why = refutes_nothing(call, which);
    if (why) {
        say_witness_unknown(s, run_format(s->run, "the property holds, but the invariant '%.120s' does not at %s:%u%s",
                                          text, pos.file, pos.line, why));
        return;
    }
    s->verdict = *verdict;
    s->program = claims->program;
    s->accessing = NULL;
    session_describe(s);
    s->scope =
        run_format(s->run, "the invariant '%.120s' does not hold at %s:%u, %s", text, pos.file, pos.line, s->scope);
}

void session_add_predicates(const ChorusSession *s, const WitnessClaims *claims, EngineOptions *options)
{
    VEC(Term) all = {NULL, 0, 0};
    const Proof *proof = s->verdict.proof;
    for (uint32_t i = 0; i < claims->predicates.count; i++)
        vec_push(s->run, &all, claims->predicates.data[i]);
    for (uint32_t i = 0; proof && i < proof->parts.count; i++) {
        const Certificate *c = proof->parts.data[i].invariant;
        if (proof->parts.data[i].kind != PROOF_INVARIANT || proof->parts.data[i].watch) continue;
        for (uint32_t k = 0; k < c->shared.count; k++)
            vec_push(s->run, &all, c->shared.data[k]);
        for (uint32_t t = 0; t < proof->p->templates.count; t++)
            for (uint32_t k = 0; k < c->local[t].count; k++)
                vec_push(s->run, &all, c->local[t].data[k]);
    }
    options->predicates = all.data;
    options->predicate_count = all.count;
}

/* Do the invariants hold? Else the verdict says so. */
static bool ask_claims(ValidateCall *call)
{
    ChorusSession *s = call->session;
    Verdict verdict;
    EngineOptions options = call->options;
    Question question = {.program = call->claims.program, .property = "unreach-call", .options = &options};
    if (!call->claims.of.count) return true;
    session_add_predicates(s, &call->claims, &options);
    run_progress(s->run, "proving the invariants of the witness");
    session_put(s, &question, &verdict);
    const char *problem = verdict.kind == VERDICT_TRUE ? session_uncertified(s, &verdict) : NULL;
    if (verdict.kind == VERDICT_TRUE && !problem) return true;
    if (verdict.kind == VERDICT_FALSE && !interpreter_replay(interpreter_new(call->claims.program), verdict.trace)) {
        refute_invariant(call, &verdict);
    } else {
        say_witness_unknown(s, run_format(s->run, "the property holds, but whether the invariants do is not known: %s",
                                          problem       ? problem
                                          : verdict.why ? verdict.why
                                                        : "no reason was given"));
    }
    return false;
}

/* What is not looked at is not confirmed. */
static void say_left_out(ValidateCall *call)
{
    const WitnessClaims *claims = &call->claims;
    const ChorusInvariant *v = &call->invariants[claims->first_left_out];
    ChorusSession *s = call->session;
    say_witness_unknown(
        s, run_format(s->run, "the property holds, but %u of %u invariants are not looked at: '%.120s' at %s:%u: %s",
                      claims->given - claims->said, claims->given, v->text, v->file, v->line, claims->why));
}

static void ask_proof(Run *run, void *arg)
{
    ValidateCall *call = arg;
    ChorusSession *s = call->session;
    session_ask(s, &call->options, &s->verdict);
    if (s->verdict.kind == VERDICT_FALSE) {
        session_describe(s);
        s->scope = run_format(run, "the property is violated, %s", s->scope);
        return;
    }
    const char *problem = s->verdict.kind == VERDICT_TRUE ? session_uncertified(s, &s->verdict) : NULL;
    if (problem) s->verdict.kind = VERDICT_UNKNOWN, s->verdict.why = problem;
    if (s->verdict.kind == VERDICT_TRUE && !ask_claims(call)) return;
    session_describe(s);
    if (s->verdict.kind != VERDICT_TRUE) return;
    if (session_asks_nothing(s))
        say_witness_unknown(s, "nothing to check: the program reaches no assertion, and calls no reach_error");
    else if (call->claims.why)
        say_left_out(call);
    else
        s->scope = run_format(run, "%s; %u of %u invariants placed", s->scope, call->claims.said, call->claims.given);
}

ChorusStatus chorus_validate_invariants(ChorusSession *session, const ChorusInvariant *invariants, size_t count)
{
    ChorusSession *s = session;
    ChorusStatus status = begin_validation(s);
    if (status != CHORUS_OK || !s->program) return status;
    ValidateCall call = {.session = s, .invariants = invariants, .count = count};
    double start = run_seconds(s->run);
    StopKind stop = session_run(s, read_given_invariants, &call);
    if (stop == STOP_NONE) stop = session_run(s, ask_proof, &call);
    s->seconds_check = run_seconds(s->run) - start;
    end_validation(s, stop);
    return CHORUS_OK;
}
