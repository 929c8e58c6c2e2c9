#include "plan/seeded.h"

#include "plan/ask.h"
#include "program/analysis/frontier_seed.h"
#include "program/analysis/reread_seed.h"

typedef void SeedFunction(Program *p, SeedTerms *out);

/* With these predicates a proof takes few more, or another way is better: so many more predicates than one begins with.
 */
static const Limits filled = {16, 20000, 0, 24}, reread = {20, 40000, 0, 10};

static bool has_seeds(Plan *plan, SeedFunction *seed)
{
    SeedTerms predicates = {0};
    seed(plan->p, &predicates);
    bool any = predicates.count > 0;
    vec_free(plan->run, &predicates);
    return any;
}

static bool ask_with_seeds(Plan *plan, SeedFunction *seed, Limits most)
{
    SeedTerms predicates = {0};
    Lesson lesson;
    seed(plan->p, &predicates);
    Request request = {
        .iterations = most.iterations, .states = most.states, .predicates = predicates.count + most.predicates};
    request.learned = predicates.data;
    request.learned_count = predicates.count;
    VerdictKind kind = ask_refinement_loop(plan, plan->p, &request, &lesson);
    if (kind == VERDICT_TRUE && plan->verdict->certificate)
        ask_prove_whole(plan, plan->verdict->certificate, NULL, NULL);
    vec_free(plan->run, &lesson.predicates);
    vec_free(plan->run, &predicates);
    return kind != VERDICT_UNKNOWN;
}

bool seeded_is_filled(Plan *plan) { return plan->question->accessing && has_seeds(plan, frontier_seed); }

bool seeded_ask_filled(Plan *plan) { return ask_with_seeds(plan, frontier_seed, filled); }

bool seeded_is_reread(Plan *plan) { return has_seeds(plan, reread_seed); }

bool seeded_ask_reread(Plan *plan) { return ask_with_seeds(plan, reread_seed, reread); }
