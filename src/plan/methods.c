#include "plan/methods.h"

#include <string.h>

#include "base/check.h"
#include "engines/exhaust.h"
#include "engines/infer.h"
#include "engines/lockstep.h"
#include "engines/modular.h"
#include "engines/symmpa/cegar.h"
#include "engines/symmpa/refine/covered.h"
#include "plan/doubt.h"
#include "plan/loop.h"

static const Method methods[] = {
    {"symmpa", "symmetry-aware CEGAR: predicates, counters and views of abstract threads", cegar_answers, plan_run},
    {"circ", "context inference: abstract control-flow automata and counters", infer_answers, infer_run},
    {"omega-circ", "context inference for k threads, then checked for every number", infer_answers, infer_run_omega},
    {"finite", "threads of finitely many states, counted up to k", infer_answers, infer_run_finite},
    {"modular", "one thread after the other as a sequential program", modular_answers, modular_run},
    {"lockstep", "a few fixed threads: one order of independent steps, affine invariants", lockstep_answers,
     lockstep_run},
    {"exhaustive", "a few fixed threads and values: every state of the program, one by one", exhaust_answers,
     exhaust_run},
};

const Method *method_list(uint32_t *count)
{
    *count = sizeof methods / sizeof *methods;
    return methods;
}

const Method *method_find(const Method *list, uint32_t count, const Question *question)
{
    CHECK(question->property && *question->property);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].answers(question)) return &list[i];
    return NULL;
}

/* That there is no error where error edges are is no proof of a program that may have others: whatever method says so.
 */
static void withdraw_verdict(Verdict *verdict, const char *unproved)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = unproved;
    verdict->certificate = NULL;
    verdict->proof = NULL;
    verdict->predicates.count = 0;
    verdict->excuses.count = 0;
}

void method_answer(const Method *list, uint32_t count, const Question *question, Verdict *verdict)
{
    const Method *method = method_find(list, count, question);
    Run *run = question->program->run;
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    if (!method) {
        verdict->why = run_format(run, "no engine answers %s", question->property);
        return;
    }
    run_log(run, 1, "method: %s", method->name);
    method->run(question, verdict);
    const char *why =
        verdict->kind == VERDICT_FALSE && verdict->trace ? covered_rest(question->program, verdict->trace) : NULL;
    if (why) {
        memset(verdict, 0, sizeof *verdict);
        verdict->kind = VERDICT_UNKNOWN;
        verdict->why = run_format(run, "a counterexample depends on an over-approximation: %s", why);
    }
    if (verdict->kind == VERDICT_UNKNOWN) doubt_settle(question, verdict);
    if (verdict->kind == VERDICT_TRUE && question->program->unproved)
        withdraw_verdict(verdict, question->program->unproved);
    CHECK(verdict->kind != VERDICT_FALSE || verdict->trace || !property_set(question->property));
}
