#include "engine/elements.h"

#include "analysis/watch.h"
#include "analysis/watch_choose.h"
#include "analysis/watch_seed.h"

#define STATES 60000 /* watched programs are small */

VerdictKind elements_ask(Program *p, uint32_t elements, uint32_t iterations, AskFn ask, void *arg,
                         const ElementWatch **watch)
{
    ElementWatch *w = watch_choose(p, elements);
    *watch = w;
    if (!w) return VERDICT_UNKNOWN;
    Program *watched = watch_program(p, w);
    WatchTerms predicates = {0};
    watch_seed(p, watched, w, &predicates);
    Request request = {.whole = p,
                       .learned = predicates.data,
                       .learned_count = predicates.count,
                       .iterations = iterations,
                       .states = STATES};
    Lesson lesson;
    run_log(p->run, 1, "%u watched element%s", elements, elements == 1 ? "" : "s");
    VerdictKind kind = ask(arg, watched, &request, &lesson);
    vec_free(p->run, &lesson.predicates);
    vec_free(p->run, &predicates);
    return kind;
}
