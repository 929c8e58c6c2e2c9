#include "engine/elements.h"

#include "analysis/watch.h"
#include "analysis/watch_choose.h"
#include "analysis/watch_seed.h"

VerdictKind elements_ask(Program *p, uint32_t elements, Request request, AskFn ask, void *arg,
                         const ElementWatch **watch)
{
    ElementWatch *w = watch_choose(p, elements);
    *watch = w;
    if (!w) return VERDICT_UNKNOWN;
    Program *watched = watch_program(p, w);
    WatchTerms predicates = {0};
    watch_seed(p, watched, w, &predicates);
    request.whole = p;
    request.learned = predicates.data;
    request.learned_count = predicates.count;
    Lesson lesson;
    run_log(p->run, 1, "%u watched element%s", elements, elements == 1 ? "" : "s");
    VerdictKind kind = ask(arg, watched, &request, &lesson);
    vec_free(p->run, &lesson.predicates);
    vec_free(p->run, &predicates);
    return kind;
}
