#include "engine/elements.h"

#include "analysis/watch.h"
#include "analysis/watch_choose.h"
#include "term/compare.h"

/* Of one attempt. Watched programs are small, and what they need is found soon or not at all. */
#define ITERATIONS 40
#define STATES 60000

typedef VEC(Term) Terms;

/* Whether an element is as all are at first: free, empty, zero. */
static void seed(Program *p, Program *watched, const ElementWatch *w, Terms *predicates)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        for (uint32_t k = 0; w->arrays[v] && k < w->count; k++) {
            VarId value = watched_value(p, w, (VarId){v}, k);
            Term init = watched->vars.data[value.i].init;
            if (!term_is(init)) continue;
            vec_push(p->run, predicates, term_eq(p->tm, program_var_term(watched, value), init));
        }
}

VerdictKind elements_ask(Program *p, uint32_t elements, AskFn ask, void *arg, const ElementWatch **watch)
{
    ElementWatch *w = watch_choose(p, elements);
    *watch = w;
    if (!w) return VERDICT_UNKNOWN;
    Program *watched = watch_program(p, w);
    Terms predicates = {0};
    seed(p, watched, w, &predicates);
    Request request = {.whole = p,
                       .learned = predicates.data,
                       .learned_count = predicates.count,
                       .iterations = ITERATIONS,
                       .states = STATES};
    Lesson lesson;
    run_log(p->run, 1, "%u watched element%s", elements, elements == 1 ? "" : "s");
    VerdictKind kind = ask(arg, watched, &request, &lesson);
    vec_free(p->run, &lesson.predicates);
    vec_free(p->run, &predicates);
    return kind;
}
