#include "plan/methods.h"

#include <string.h>

#include "base/check.h"
#include "engine/cegar.h"
#include "engine/exhaust.h"
#include "engine/infer.h"
#include "engine/lockstep.h"
#include "engine/modular.h"
#include "plan/loop.h"
#include "program/rests.h"

static const Engine engines[] = {
    {"symmpa", "unreach-call, valid-memsafety, no-overflow, no-deadlock",
     "symmetry-aware CEGAR: predicates, counters and views of abstract threads", cegar_answers, plan_run},
    {"circ", "no-data-race, unreach-call", "context inference: abstract control-flow automata and counters",
     infer_answers, infer_run},
    {"omega-circ", "no-data-race, unreach-call", "context inference for k threads, then checked for every number",
     infer_answers, infer_run_omega},
    {"finite", "no-data-race, unreach-call", "threads of finitely many states, counted up to k", infer_answers,
     infer_run_finite},
    {"modular", "unreach-call, valid-memsafety, no-overflow", "one thread after the other as a sequential program",
     modular_answers, modular_run},
    {"lockstep", "unreach-call, valid-memsafety, no-overflow",
     "a few fixed threads: one order of independent steps, affine invariants", lockstep_answers, lockstep_run},
    {"exhaustive", "unreach-call, no-data-race, valid-memsafety, no-overflow",
     "a few fixed threads and values: every state of the program, one by one", exhaust_answers, exhaust_run},
};

const Engine *engine_list(uint32_t *count)
{
    *count = sizeof engines / sizeof *engines;
    return engines;
}

const Engine *engine_find(const Engine *list, uint32_t count, const Question *question)
{
    CHECK(question->property && *question->property);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].answers(question)) return &list[i];
    return NULL;
}

/* That there is no error where error edges are is no proof of a program that may have others: whatever engine says so.
 */
static void withdraw(Verdict *verdict, const char *unproved)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = unproved;
    verdict->certificate = NULL;
    verdict->proof = NULL;
    verdict->predicates.count = 0;
    verdict->excuses.count = 0;
}

void engine_answer(const Engine *list, uint32_t count, const Question *question, Verdict *verdict)
{
    const Engine *engine = engine_find(list, count, question);
    Run *run = question->program->run;
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    if (!engine) {
        verdict->why = run_format(run, "no engine answers %s", question->property);
        return;
    }
    run_log(run, 1, "engine: %s", engine->name);
    engine->run(question, verdict);
    const char *why =
        verdict->kind == VERDICT_FALSE && verdict->trace ? trace_rests_on(question->program, verdict->trace) : NULL;
    if (why) {
        memset(verdict, 0, sizeof *verdict);
        verdict->kind = VERDICT_UNKNOWN;
        verdict->why = run_format(run, "a counterexample depends on an over-approximation: %s", why);
    }
    if (verdict->kind == VERDICT_TRUE && question->program->unproved) withdraw(verdict, question->program->unproved);
    CHECK(verdict->kind != VERDICT_FALSE || verdict->trace || !property_set(question->property));
}
