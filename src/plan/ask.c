#include "plan/ask.h"

#include "engines/symmpa/cegar.h"
#include "engines/symmpa/evidence.h"

VerdictKind ask_refinement_loop(Plan *plan, Program *p, Request *request, Lesson *lesson)
{
    Question question = *plan->question;
    const char *progress = plan->verdict->progress;
    question.program = p;
    request->before = plan->verdict->stats;
    request->is_searched = plan->is_searched;
    cegar_run(&question, request, lesson, plan->verdict);
    plan->verdict->progress = progress;
    return plan->verdict->kind;
}

void ask_prove_whole(Plan *plan, Certificate *c, const ElementWatch *watch, const ThreadCounts *counts)
{
    plan->verdict->proof = evidence_of_rest(plan->proof, plan->question->program, plan->p, c, watch, counts);
}

bool ask_whole(Plan *plan, Limits most, bool after_glance)
{
    Lesson lesson;
    Request request = {.iterations = most.iterations, .states = most.states, .all_states = most.all_states};
    request.predicates = most.predicates, request.after_glance = after_glance;
    VerdictKind kind = ask_refinement_loop(plan, plan->p, &request, &lesson);
    plan->is_searched = true; /* error edges are only settled from here on */
    for (uint32_t i = 0; i < lesson.predicates.count; i++)
        vec_push(plan->run, &plan->learned, lesson.predicates.data[i]);
    if (kind == VERDICT_TRUE && plan->verdict->certificate)
        ask_prove_whole(plan, plan->verdict->certificate, NULL, NULL);
    return kind != VERDICT_UNKNOWN || !(lesson.is_limited || lesson.is_stuck);
}
