/* Witnesses of SV-COMP, of sessions. */
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/sha256.h"
#include "report/graphml.h"
#include "report/witness/choose.h"
#include "session/ask.h"
#include "session/check.h"
#include "session/file.h"
#include "session/report.h"
#include "session/validate.h"

#define ROUNDS 12       /* of proving what is left of the invariants */
#define SECONDS_MIN 2.0 /* for that */
#define SECONDS_MAX 30.0
#define ITERATIONS_MAX 20

typedef struct WitnessCall {
    ChorusSession *session;
    bool is_graphml;
    bool cases; /* are disjunctions tried, too? */
    ChosenClaims claims;
    VEC(WitnessInvariant) invariants; /* proved */
    Str text;
} WitnessCall;

static const char *hash_of_file(ChorusSession *s, const char *path)
{
    char digest[SHA256_TEXT_SIZE];
    size_t length;
    const char *text = session_read_file(s->run, path, &length);
    sha256_text(text, length, digest);
    return run_strdup(s->run, digest);
}

static const char *current_utc_time(Run *run)
{
    char text[40];
    struct tm t;
    time_t seconds = time(NULL);
    if (!gmtime_r(&seconds, &t) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &t))
        return "1970-01-01T00:00:00Z";
    return run_strdup(run, text);
}

static void add_witness(Run *run, void *arg)
{
    WitnessCall *call = arg;
    ChorusSession *s = call->session;
    Report report;
    session_report(s, &report);
    if (report.steps) report.steps = session_steps(s, false, true); /* others are to find the way by it */
    const char **hashes = run_alloc(run, (report.file_count + 1) * sizeof *hashes);
    for (uint32_t i = 0; i < report.file_count; i++)
        hashes[i] = hash_of_file(s, report.files[i]);
    WitnessTask task = {.hashes = hashes,
                        .data_model = session_long_is_32(s) ? "ILP32" : "LP64",
                        .created = current_utc_time(run),
                        .invariants = call->invariants.data,
                        .invariant_count = call->invariants.count};
    str_init(run, &call->text);
    if (call->is_graphml)
        report_add_graphml(&call->text, &report, &task);
    else
        report_add_witness(&call->text, &report, &task);
}

/* ---- invariants ---- */

/* Are those that are left invariants? One that is shown to be none is taken out; what is not known ends the rounds
 * without any. */
static bool prove_invariants(WitnessCall *call)
{
    ChorusSession *s = call->session;
    EngineOptions options = session_engine_options(s);
    WitnessClaims claims =
        claim_invariants(s->program, call->claims.data, call->claims.count, session_long_is_32(s), false);
    options.iteration_limit = ITERATIONS_MAX;
    session_add_predicates(s, &claims, &options);
    Question question = {.program = claims.program, .property = "unreach-call", .options = &options};
    Verdict verdict;
    session_put(s, &question, &verdict);
    if (verdict.kind == VERDICT_TRUE && claims.said == claims.given) return !session_uncertified(s, &verdict);
    if (verdict.kind != VERDICT_FALSE) {
        vec_clear(&call->claims);
        return false;
    }
    uint32_t wrong = claim_of_edge(&claims, vec_last(&verdict.trace->steps).edge);
    run_log(s->run, 1, "no invariant: %s", call->claims.data[wrong].text);
    for (uint32_t i = wrong; i + 1 < call->claims.count; i++)
        call->claims.data[i] = call->claims.data[i + 1];
    call->claims.count--;
    return false;
}

static void find_invariants(Run *run, void *arg)
{
    WitnessCall *call = arg;
    ChorusSession *s = call->session;
    vec_clear(&call->claims);
    choose_claims(s->verdict.proof, session_long_is_32(s), call->cases, &call->claims);
    for (uint32_t i = 0; i < call->claims.count; i++)
        run_log(run, 2, "invariant? %s:%u: %s", call->claims.data[i].place.file, call->claims.data[i].place.line,
                call->claims.data[i].text);
    run_progress(run, "proving invariants for the witness");
    bool proved = false;
    for (uint32_t round = 0; round < ROUNDS && call->claims.count && !proved; round++)
        proved = prove_invariants(call);
    for (uint32_t i = 0; i < call->claims.count && proved; i++) {
        const WitnessClaim *c = &call->claims.data[i];
        vec_push(run, &call->invariants, ((WitnessInvariant){c->place, c->is_loop, c->text}));
    }
}

/* A witness is not held up by what it can do without. Disjunctions may be too hard for those who are to prove them. */
static void look_for_invariants(WitnessCall *call)
{
    ChorusSession *s = call->session;
    double seconds = SECONDS_MIN + 2 * s->seconds_check;
    if (chorus_verdict(s) != CHORUS_TRUE || !s->verdict.proof || s->is_busy) return;
    if (session_option(&s->options, OPTION_model) == MODEL_OUTLINE) return; /* places there are not those of loops */
    for (int round = 0; round < 2 && !call->invariants.count && !run_interrupted(s->run); round++) {
        call->cases = round == 0;
        run_set_time_limit(s->run, seconds < SECONDS_MAX ? seconds : SECONDS_MAX);
        StopKind stop = session_run(s, find_invariants, call);
        if (stop != STOP_NONE) run_log(s->run, 1, "invariants for the witness: %s", run_reason(s->run));
        if (stop != STOP_NONE) vec_clear(&call->invariants);
    }
    run_set_time_limit(s->run, 0);
}

/* Why there can be no witness; NULL: there can. */
static const char *problem(const ChorusSession *s)
{
    if (chorus_verdict(s) != CHORUS_TRUE && chorus_verdict(s) != CHORUS_FALSE) return "there is no verdict";
    if (s->is_mc || !s->files.count || session_is_text(s->files.data[0])) return "witnesses are for C";
    if (!witness_specification(session_option_text(s, OPTION_property))) return "the format has no such property";
    if (chorus_verdict(s) == CHORUS_FALSE && !vec_last(&s->steps->steps).pos.file) return "the violation has no place";
    if (chorus_verdict(s) == CHORUS_FALSE && trace_is_weak(s->verdict.trace))
        return "the format is about interleavings, and the counterexample is none";
    if (chorus_verdict(s) == CHORUS_TRUE && session_option(&s->options, OPTION_threads))
        return "a proof for some numbers of threads is none for the format";
    return NULL;
}

static const char *make_witness(ChorusSession *session, bool is_graphml)
{
    WitnessCall call = {.session = session, .is_graphml = is_graphml};
    const char *why = problem(session);
    if (why) session_fail(session, CHORUS_BAD_OPTION, "%s", why);
    if (!why) look_for_invariants(&call);
    return !why && session_guard(session, add_witness, &call) ? str_text(&call.text) : NULL;
}

const char *chorus_witness(ChorusSession *session) { return make_witness(session, false); }
const char *chorus_witness_graphml(ChorusSession *session) { return make_witness(session, true); }
