/* Two questions, each a program with some more Booleans: is there a race, and may an access of an atomic location be
 * behind others in another way than interleavings are? What is not proved in time errs towards interleavings. */
#include "session/weak.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "program/analysis/spin.h"
#include "program/weak_robust.h"
#include "session/ask.h"
#include "session/execution.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_model.h"
#include "session/memory_proof.h"
#include "session/races.h"

#define SECONDS_MOST 20.0

typedef struct WeakCall {
    ChorusSession *s;
    WeakModel model;
    bool has_plain; /* plain data may be accessed out of order as well: it is not known to be free of races */
    Program *p;     /* in which the accesses are made */
    MemorySubject subject;
    MemoryProof *proof; /* what shows it */
    const char *why;    /* it is not proved; NULL: it is */
    Trace *trace;       /* an execution of p that is no interleaving, and fails; NULL: none is found */
    Program *accessing; /* with it */
    Exclusions exclusions;
} WeakCall;

/* Proved, and the proof is certified. */
static bool is_proved(ChorusSession *s, const Question *question, Verdict *v)
{
    memset(v, 0, sizeof *v);
    question->program->doubt = NULL;
    session_put(s, question, v);
    return v->kind == VERDICT_TRUE && session_uncertified(s, v) == NULL;
}

/* ---- races ---- */

/* The files once more, with the accesses. */
static Program *accessing_program(ChorusSession *s)
{
    session_load_races(s);
    return s->program;
}

static const char *ask_races(WeakCall *call)
{
    ChorusSession *s = call->s;
    EngineOptions options = session_engine_options(s);
    Verdict v;
    Question question = {.program = accessing_program(s), .property = "no-data-race", .options = &options};
    if (!s->is_ordered) return "it is not known whether there are data races";
    if (is_proved(s, &question, &v)) {
        call->proof->races = v.proof;
        call->subject.accessing = s->accessing;
        return NULL;
    }
    return v.kind == VERDICT_FALSE ? "the program has a data race" : "it is not known whether there are data races";
}

static void ask_races_in_run(Run *run, void *arg)
{
    WeakCall *call = arg;
    run_progress(run, "looking for data races under C11");
    call->why = ask_races(call);
}

/* ---- robustness ---- */

static const char *why_not_robust(Run *run, const Program *weak, const Verdict *v)
{
    if (v->kind != VERDICT_FALSE || !v->trace || !v->trace->steps.count)
        return "it is not known whether accesses may be reordered";
    const Edge *e = &weak->edges.data[vec_last(&v->trace->steps).edge.i];
    SourcePos pos = program_place_in_file(weak, e);
    return pos.file ? run_format(run, "%s at %s:%u", e->what, pos.file, pos.line) : e->what;
}

/* Of one location alone all threads agree in which order it is written: coherence suffices. All accesses sequentially
 * consistent: so C promises. Both where there is no data race, and nobody learns of others but by what orders them. */
static bool is_robust_by_promise(const WeakCall *call, const MemoryEvents *events)
{
    if (call->has_plain || events->has_peeks || events->unfollowed) return false;
    return events->locations.count <= 1 || (call->model == WEAK_C11 && !events->has_weak);
}

/* The proofs hold; whether they are those that the question needs the checker finds out. */
static const char *why_not_certified(WeakCall *call)
{
    ChorusSession *s = call->s;
    CertifyResult r = {0};
    call->proof->is_tso = call->model == WEAK_TSO;
    call->proof->has_plain = call->has_plain;
    if (!session_option(&s->options, OPTION_self_check)) return NULL;
    memory_certify_programs(&call->subject, call->proof, &r);
    return r.certified ? NULL : run_format(s->run, "it is not known: self-check failed: %s", r.problem);
}

static const char *ask_robustness(WeakCall *call)
{
    ChorusSession *s = call->s;
    Run *run = s->run;
    EngineOptions options = session_engine_options(s);
    options.prefers_proof = true;
    MemoryEvents *events = memory_events_find(call->p, call->has_plain);
    spins_find(call->p, events);
    const char *why = execution_unfollowed(s, events);
    bool is_easy = is_robust_by_promise(call, events);
    for (uint32_t i = 0; i < events->locations.count && !why && !is_easy; i++) {
        Verdict v;
        if (IS_UNSOUND(UNSOUND_LOCATION_UNASKED) && i == 0) continue;
        Program *weak = weak_robustness(call->p, events, call->model, events->locations.data[i]);
        Question question = {.program = weak, .property = "unreach-call", .options = &options};
        run_progress(run, "looking for accesses out of order");
        if (!is_proved(s, &question, &v)) why = why_not_robust(run, weak, &v);
        vec_push(run, &call->proof->locations, ((LocationProof){{events->locations.data[i]}, v.proof}));
    }
    memory_events_free(events);
    return why ? why : why_not_certified(call);
}

static void ask_robustness_in_run(Run *run, void *arg)
{
    (void)run;
    WeakCall *call = arg;
    call->why = ask_robustness(call);
}

/* ---- both ---- */

static bool is_asked(const ChorusSession *s, WeakModel *model)
{
    uint32_t asked = session_option(&s->options, OPTION_memory);
    *model = asked == MEMORY_MODEL_TSO ? WEAK_TSO : WEAK_C11;
    if (s->verdict.kind != VERDICT_TRUE || !s->program || s->is_mc || asked == MEMORY_MODEL_SC) return false;
    return asked != MEMORY_MODEL_AUTO || s->memory.need == MEMORY_NEEDS_INTERLEAVING;
}

/* Of an outline, and where a step is a statement, not all accesses are steps. */
static bool has_accesses(const ChorusSession *s)
{
    bool is_coarse = session_option(&s->options, OPTION_granularity) && !session_is_text(s->files.data[0]);
    return !is_coarse && session_option(&s->options, OPTION_model) != MODEL_OUTLINE;
}

#define ROBUSTNESS_SHARE 0.6 /* of the time; the rest is for executions that fail */

static void look_for_execution(Run *run, void *arg)
{
    WeakCall *call = arg;
    run_progress(run, "looking for executions that are no interleavings");
    call->trace = execution_find(call->s, call->model);
    call->p = call->s->program;
    call->accessing = call->s->accessing;
    call->exclusions = call->s->exclusions;
}

/* In a copy of the session, since a program is loaded for it. */
static void run_question(WeakCall *call, void (*body)(Run *run, void *arg))
{
    ChorusSession *s = call->s;
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    StopKind stop = session_run(s, body, call);
    if (stop != STOP_NONE) call->why = run_reason(s->run);
    diags->count = count;
    session_restore(s, &before);
}

/* Says nothing of why there is no proof. */
static void keep_why(WeakCall *call, void (*body)(Run *run, void *arg))
{
    const char *why = call->why;
    run_question(call, body);
    call->why = why;
}

static void ask(WeakCall *call)
{
    ChorusSession *s = call->s;
    call->p = call->subject.p;
    if (!call->subject.is_race_free) run_question(call, ask_races_in_run);
    if (call->model == WEAK_TSO) { /* C11's orders are kept on x86, too */
        call->has_plain = call->why != NULL;
        call->why = NULL;
    }
    if (call->why) return;
    double left = run_seconds_left(s->run);
    run_set_time_limit(s->run, left * ROBUSTNESS_SHARE);
    double start = run_seconds(s->run);
    run_question(call, ask_robustness_in_run);
    left -= run_seconds(s->run) - start;
    run_set_time_limit(s->run, left > 0.05 ? left : 0.05);
    if (call->why) keep_why(call, look_for_execution);
}

static void tell_execution(WeakCall *call)
{
    ChorusSession *s = call->s;
    s->program = call->p;
    s->tm = call->p->tm;
    s->has_accesses = true;
    s->accessing = call->accessing;
    s->exclusions = call->exclusions;
    s->verdict.kind = VERDICT_FALSE;
    s->verdict.trace = call->trace;
    s->verdict.predicates.count = 0;
    s->memory_shown = session_memory_name(call->model == WEAK_TSO);
}

void session_ask_weak(ChorusSession *s)
{
    WeakCall call = {.s = s};
    if (!is_asked(s, &call.model)) return;
    MemoryProof proof = {0};
    call.proof = &proof;
    call.subject = session_memory_subject(s, s->verdict.proof);
    double start = run_seconds(s->run), left = run_seconds_left(s->run);
    bool is_named = session_option(&s->options, OPTION_memory) != MEMORY_MODEL_AUTO;
    double most = is_named ? left : left / 3 < SECONDS_MOST ? left / 3 : SECONDS_MOST;
    bool is_needed = s->memory.need != MEMORY_NEEDS_NOTHING || is_named;
    if (s->deadline > 0 || !is_named) run_set_time_limit(s->run, most > 0.05 ? most : 0.05);
    if (is_needed && has_accesses(s))
        ask(&call);
    else if (is_needed)
        call.why = "it is not known: not all accesses are steps of this model";
    if (!call.why) s->memory_proved = session_memory_name(call.model == WEAK_TSO);
    s->memory_proof = proof;
    left -= run_seconds(s->run) - start;
    run_set_time_limit(s->run, s->deadline <= 0 ? 0 : left > 0.01 ? left : 0.01);
    if (call.trace) tell_execution(&call);
    if (!call.why || !is_named || call.trace) return;
    s->verdict.kind = VERDICT_UNKNOWN;
    s->verdict.predicates.count = 0;
    s->verdict.why = run_format(s->run, "holds for interleavings; under %s %s",
                                session_memory_name(call.model == WEAK_TSO), call.why);
}
