#include "engines/runs.h"

#include "engines/symmpa/refine/concrete_error.h"
#include "engines/symmpa/refine/falsify.h"
#include "program/interpreter.h"
#include "program/replay.h"
#include "program/rests.h"

#define THREADS 64
#define WORK 2500000 /* steps */
#define SHORT_STEPS 300
#define FEW_STEPS 500     /* of a trace: with more of them another is looked for, by which loops are left earlier */
#define STEPS_OF_STATE 50 /* steps, for each of the states among which an error is known to be */

/* A run that fails, or NULL. */
static bool take_failing_run(const Question *question, Verdict *verdict, const char *what, Trace *trace)
{
    Program *p = question->program;
    run_log(p->run, 1, "%s: %s", what, trace ? "error" : "none found");
    if (!trace || interpreter_replay(interpreter_new(p), trace) || trace_rests_on(p, trace)) return false;
    verdict->kind = VERDICT_FALSE;
    verdict->threads = trace_least_bound(p, trace);
    verdict->trace = trace;
    return true;
}

static bool look_for_failing_run(const Question *question, Program *p, Verdict *verdict, uint32_t steps, uint32_t work)
{
    const EngineOptions *o = question->options;
    if (!o->exhaust || o->threads || !program_thread_bound(p)) return false;
    return take_failing_run(question, verdict, "runs interrupted at few places",
                            preempted_error(p, THREADS, steps, work));
}

bool runs_far(const Question *question, Program *p, Verdict *verdict)
{
    return look_for_failing_run(question, p, verdict, WORK, WORK);
}

bool runs_short(const Question *question, Program *p, Verdict *verdict)
{
    return look_for_failing_run(question, p, verdict, SHORT_STEPS, WORK);
}

bool runs_near(const Question *question, Program *p, Verdict *verdict)
{
    Rng rng = {1};
    return take_failing_run(question, verdict, "a few random runs",
                            random_error_of_few(p, &rng, question->options->threads));
}

static bool among(const Question *question, Program *p, uint32_t threads, uint64_t limit, uint32_t steps,
                  Verdict *verdict)
{
    Trace *trace = NULL;
    for (uint32_t n = 1; n <= threads && !trace; n++) /* the fewest threads first, as the loop does */
        trace = concrete_error(p, n, limit);
    return (!trace || trace->steps.count <= steps) &&
           take_failing_run(question, verdict, "a run among all states", trace);
}

bool runs_states(const Question *question, Program *p, uint32_t threads, uint64_t limit, Verdict *verdict)
{
    return among(question, p, threads, limit, FEW_STEPS, verdict);
}

/* Runs that are short with work in proportion to the states, then whatever their length. */
bool runs_seen(const Question *question, Program *p, uint32_t threads, uint32_t states, uint64_t limit,
               Verdict *verdict)
{
    uint64_t work = (uint64_t)states * STEPS_OF_STATE;
    return look_for_failing_run(question, p, verdict, SHORT_STEPS, work < WORK ? (uint32_t)work : WORK) ||
           runs_states(question, p, threads, limit, verdict) || runs_far(question, p, verdict) ||
           among(question, p, threads, limit, UINT32_MAX, verdict);
}
