#include "plan/sequential.h"

#include <string.h>

#include "engines/modular.h"

/* Each refinement is a check of one sequential program: chains of ten threads need 300 of them. */
#define ITERATIONS 600

static bool has_assertions(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].is_error && p->edges.data[i].property == PROPERTY_UNREACH_CALL) return true;
    return false;
}

bool sequential_is_due(Plan *plan)
{
    const Question *q = plan->question;
    uint32_t threads = program_thread_bound(plan->p);
    return q->options->certificate && !q->options->sequential.name && !q->options->threads && threads > 1 &&
           threads < UINT32_MAX && !q->accessing && modular_answers(q) && has_assertions(plan->p);
}

bool sequential_ask(Plan *plan)
{
    EngineOptions options = *plan->question->options;
    Question question = *plan->question;
    Verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.kind = VERDICT_UNKNOWN;
    verdict.stats = plan->verdict->stats;
    options.iteration_limit = ITERATIONS;
    question.options = &options;
    modular_run(&question, &verdict);
    verdict.stats.seconds_total += plan->verdict->stats.seconds_total;
    if (verdict.kind == VERDICT_UNKNOWN || (verdict.kind == VERDICT_TRUE && !verdict.proof)) {
        run_log(plan->run, 1, "modular: %s", verdict.why ? verdict.why : "there is no proof to be certified");
        return false;
    }
    *plan->verdict = verdict;
    plan->excuse_count = 0;
    return true;
}
