#include "engines/lockstep.h"

#include <string.h>

#include "base/check.h"
#include "engines/bounded.h"
#include "engines/lockstep/proof.h"
#include "engines/modular/threads.h"
#include "program/analysis/merged.h"

#define ANSWERED                                                                                                       \
    (PROPERTY_BIT(PROPERTY_UNREACH_CALL) | PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |    \
     PROPERTY_BIT(PROPERTY_VALID_MEMTRACK) | PROPERTY_BIT(PROPERTY_NO_OVERFLOW) | PROPERTY_BIT(PROPERTY_VALID_SYNC))
#define SECONDS_MAX 3600.0 /* without a time limit */
#define NODES_MAX 20000
#define NODES_TRY 5000 /* among others: programs with more are mostly those of many states, which the loop decides */

bool lockstep_answers(const Question *question)
{
    PropertySet asked = property_set(question->property);
    return asked && !(asked & ~(PropertySet)ANSWERED);
}

static double seconds_for(Run *run)
{
    double left = run_seconds_left(run) * 0.9;
    return left < SECONDS_MAX ? left : SECONDS_MAX;
}

static void say_lockstep_unknown(Verdict *verdict, const char *why)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = why;
}

/* All threads that the program creates are in the proof. */
static void say_lockstep_true(Proof *proof, const Program *rest, const LockstepProof *lockstep, Verdict *verdict)
{
    ProofPart part = {.kind = PROOF_LOCKSTEP, .lockstep = lockstep};
    part.errors = run_alloc(rest->run, rest->edges.count + 1);
    for (uint32_t e = 0; e < rest->edges.count; e++)
        part.errors[e] = rest->edges.data[e].is_error;
    vec_push(rest->run, &proof->parts, part);
    verdict_prove_created(verdict, proof, written_created(lockstep->written));
}

/* whole: the program of the question; rest: without error edges that are settled. */
static bool prove_in_lockstep(Program *whole, Program *rest, Proof *proof, LockstepLimits limits, Verdict *verdict)
{
    const char *why;
    ModularThreads *threads = threads_write_out(rest, &why);
    if (!threads) {
        say_lockstep_unknown(verdict, why);
        return false;
    }
    Program *merged = merged_program(rest, (MergedOptions){.merge = true, .drop_branches = true});
    LockstepResult result;
    const WrittenOut *written = written_out_new(whole, &threads->written->origins);
    lockstep_prove(merged, written, limits, &result);
    verdict->stats.smt_checks += result.checks;
    if (!result.product) {
        say_lockstep_unknown(verdict, result.why);
        return false;
    }
    say_lockstep_true(proof, rest, lockstep_proof(&result, written), verdict);
    return true;
}

void lockstep_run(const Question *question, Verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    Proof *proof = proof_new(question->program);
    Program *rest = bounded_settle(question->program, proof, verdict, NULL);
    if (!rest) rest = question->program;
    LockstepLimits limits = {seconds_for(question->program->run), NODES_MAX};
    prove_in_lockstep(question->program, rest, proof, limits, verdict);
}

/* ---- among others ---- */

static bool starts_threads(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].spawn.i != NO_ID) return true;
    return false;
}

bool lockstep_is_due(const Question *question, Program *rest)
{
    const char *why;
    const EngineOptions *o = question->options;
    if (!o->lockstep || !lockstep_answers(question) || !o->certificate || !o->merge || o->threads ||
        !starts_threads(rest))
        return false;
    return threads_write_out(rest, &why) != NULL;
}

bool lockstep_try(const Question *question, Program *rest, Proof *proof, double seconds, Verdict *verdict)
{
    VerdictKind kind = verdict->kind;
    const char *why = verdict->why;
    CHECK(kind == VERDICT_UNKNOWN && seconds > 0);
    if (prove_in_lockstep(question->program, rest, proof, (LockstepLimits){seconds, NODES_TRY}, verdict)) return true;
    run_log(question->program->run, 1, "lockstep: %s", verdict->why);
    verdict->kind = kind;
    verdict->why = why;
    return false;
}
