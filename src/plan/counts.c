#include "plan/counts.h"

#include "facts/counting/count_find.h"
#include "plan/ask.h"

static const Limits counted = {60, 60000, 0, 60}, soon = {30, 10000, 0, 32}, bounded = {16, 2000, 0, 32};

/* The program in which is said what values count threads. True when the verdict is final. */
static bool ask_with_counts(Plan *plan, Limits most)
{
    Request request = {.iterations = most.iterations, .states = most.states, .predicates = most.predicates};
    Lesson lesson;
    VerdictKind kind = ask_refinement_loop(plan, counts_assume(plan->p, plan->counts), &request, &lesson);
    if (kind == VERDICT_TRUE && plan->verdict->certificate)
        ask_prove_whole(plan, plan->verdict->certificate, NULL, plan->counts);
    return kind != VERDICT_UNKNOWN;
}

bool counts_are_due(Plan *plan)
{
    const EngineOptions *o = plan->question->options;
    return !o->threads && o->parts == PARTS_AUTO && counts_may_be(plan->p);
}

/* Counts are those of the program with all of its errors, of which the certificate says them: facts would else be
 * claimed of where only announcements lead that are left out. */
bool counts_ask(Plan *plan)
{
    plan->counts = counts_find(plan->question->program);
    return plan->counts && counts_rule_out_errors(plan->p, plan->counts) && ask_with_counts(plan, counted);
}

bool counts_are_known(Plan *plan) { return plan->counts && plan->counts->count > 0; }

/* Bounds of shared variables without a count are of use to tickets, which then do not wrap; else they cost a little. */
bool counts_or_bounds_are_known(Plan *plan) { return plan->counts != NULL; }

bool counts_ask_soon(Plan *plan) { return ask_with_counts(plan, counts_are_known(plan) ? soon : bounded); }

bool counts_ask_again(Plan *plan) { return ask_with_counts(plan, counted); }
