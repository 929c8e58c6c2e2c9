#include "engine/runs.h"

#include "program/interpreter.h"
#include "program/replay.h"
#include "program/rests.h"
#include "refine/concrete_error.h"
#include "refine/falsify.h"

#define THREADS 64
#define WORK 2500000 /* steps */
#define SHORT_STEPS 300

/* A run that fails, or NULL. */
static bool take(const Question *question, Verdict *verdict, const char *what, Trace *trace)
{
    Program *p = question->program;
    run_log(p->run, 1, "%s: %s", what, trace ? "error" : "none found");
    if (!trace || interpreter_replay(interpreter_new(p), trace) || trace_rests_on(p, trace)) return false;
    verdict->kind = VERDICT_FALSE;
    verdict->threads = trace_least_bound(p, trace);
    verdict->trace = trace;
    return true;
}

static bool look(const Question *question, Program *p, Verdict *verdict, uint32_t steps)
{
    const EngineOptions *o = question->options;
    if (!o->exhaust || o->threads || !program_thread_bound(p)) return false;
    return take(question, verdict, "runs interrupted at few places", preempted_error(p, THREADS, steps, WORK));
}

bool runs_far(const Question *question, Program *p, Verdict *verdict) { return look(question, p, verdict, WORK); }

bool runs_short(const Question *question, Program *p, Verdict *verdict)
{
    return look(question, p, verdict, SHORT_STEPS);
}

bool runs_near(const Question *question, Program *p, Verdict *verdict)
{
    Rng rng = {1};
    return take(question, verdict, "a few random runs", random_error_of_few(p, &rng, question->options->threads));
}

bool runs_states(const Question *question, Program *p, uint32_t threads, uint64_t limit, Verdict *verdict)
{
    return take(question, verdict, "a run among all states", concrete_error(p, threads, limit));
}
