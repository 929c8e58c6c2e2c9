#include "plan/elements.h"

#include "plan/ask.h"
#include "program/analysis/watch.h"
#include "program/analysis/watch_choose.h"
#include "program/analysis/watch_seed.h"

/* Watched programs are small, and what they need is found soon or not at all. */
static const Limits owned = {40, 60000, 0, 0}, drawn = {12, 20000, 0, 16};

/* Asks about the program with so many elements watched. TRUE: *watch is what was watched, and the verdict's certificate
 * is of that program. FALSE: the verdict's trace is of p. UNKNOWN: nothing is known; *watch is NULL when there are not
 * so many to watch. */
static VerdictKind ask_about_elements(Plan *plan, uint32_t elements, Limits most, const ElementWatch **watch)
{
    Program *p = plan->p;
    ElementWatch *w = watch_choose(p, elements);
    *watch = w;
    if (!w) return VERDICT_UNKNOWN;
    Program *watched = watch_program(p, w);
    WatchTerms predicates = {0};
    Lesson lesson;
    watch_seed(p, watched, w, &predicates);
    Request request = {.iterations = most.iterations, .states = most.states, .predicates = most.predicates};
    request.whole = p;
    request.learned = predicates.data;
    request.learned_count = predicates.count;
    run_log(p->run, 1, "%u watched element%s", elements, elements == 1 ? "" : "s");
    VerdictKind kind = ask_refinement_loop(plan, watched, &request, &lesson);
    vec_free(p->run, &lesson.predicates);
    vec_free(p->run, &predicates);
    return kind;
}

/* From the fewest to the most. True when the verdict is final. */
static bool ask_elements(Plan *plan, uint32_t fewest, uint32_t most, Limits limits)
{
    for (uint32_t n = fewest; n <= most; n++) {
        const ElementWatch *watch;
        VerdictKind kind = ask_about_elements(plan, n, limits, &watch);
        if (kind == VERDICT_TRUE && plan->verdict->certificate)
            ask_prove_whole(plan, plan->verdict->certificate, watch, NULL);
        if (kind != VERDICT_UNKNOWN) return true;
        if (!watch) return false;
        run_poll(plan->run);
    }
    return false;
}

bool elements_are_owned(Plan *plan)
{
    ElementWatch *watch = watch_choose(plan->p, 1);
    return watch && watch_has_locks(plan->p, watch, plan->question->accessing != NULL);
}

bool elements_are_drawn(Plan *plan)
{
    ElementWatch *watch = watch_choose(plan->p, 1);
    return watch && !watch_has_locks(plan->p, watch, plan->question->accessing != NULL) &&
           watch_is_drawn(plan->p, watch);
}

bool elements_are_any(Plan *plan) { return elements_are_owned(plan) || elements_are_drawn(plan); }

bool elements_ask_one(Plan *plan) { return ask_elements(plan, 1, 1, owned); }

bool elements_ask_several(Plan *plan) { return ask_elements(plan, 2, WATCHED_MAX, owned); }

bool elements_ask_drawn(Plan *plan) { return ask_elements(plan, 1, 1, drawn); }
