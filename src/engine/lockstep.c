#include "engine/lockstep.h"

#include <string.h>

#include "base/check.h"
#include "engine/bounded.h"
#include "engine/merged.h"
#include "lockstep/proof.h"
#include "modular/threads.h"

#define ANSWERED                                                                                                       \
    (PROPERTY_BIT(PROPERTY_UNREACH_CALL) | PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |    \
     PROPERTY_BIT(PROPERTY_VALID_MEMTRACK) | PROPERTY_BIT(PROPERTY_NO_OVERFLOW))
#define SECONDS_MAX 3600.0 /* without a time limit */

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

static void say_unknown(Verdict *verdict, const char *why)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = why;
}

/* All threads that the program creates are in the proof. */
static void say_true(Proof *proof, const Program *rest, const LockstepProof *lockstep, Verdict *verdict)
{
    ProofPart part = {.kind = PROOF_LOCKSTEP, .lockstep = lockstep};
    part.errors = run_alloc(rest->run, rest->edges.count + 1);
    for (uint32_t e = 0; e < rest->edges.count; e++)
        part.errors[e] = rest->edges.data[e].is_error;
    vec_push(rest->run, &proof->parts, part);
    verdict->kind = VERDICT_TRUE;
    verdict->threads = lockstep_created(lockstep);
    verdict->all_created = true;
    verdict->proof = proof;
}

void lockstep_run(const Question *question, Verdict *verdict)
{
    Run *run = question->program->run;
    const char *why;
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    Proof *proof = proof_new(question->program);
    Program *rest = bounded_settle(question->program, proof, verdict);
    if (!rest) rest = question->program;
    Threads *threads = threads_write_out(rest, &why);
    if (!threads) {
        say_unknown(verdict, why);
        return;
    }
    Program *merged = merged_program(rest, true, false);
    LockstepResult result;
    const WrittenOut *written = written_out_new(question->program, &threads->written->origins);
    lockstep_prove(merged, written, seconds_for(run), &result);
    verdict->stats.smt_checks = result.checks;
    if (!result.product) {
        say_unknown(verdict, result.why);
        return;
    }
    say_true(proof, rest, lockstep_proof(&result, written), verdict);
}
