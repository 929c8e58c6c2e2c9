#include "engines/modular/attempt.h"

#include "program/random_run.h"
#include "program/rests.h"

#define STEPS 300 /* of one run */
#define WORK 40000
#define ARBITRARY_WORK 6000000 /* once, with other values than those of a path */
#define ATTEMPTS_MAX 1000

static void find_initial_values(const SequentialPath *path, TraceValues *out)
{
    const Program *p = path->t->from;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && !term_is(p->vars.data[v].init))
            vec_push(path->machine.run, out, ((TraceValue){{v}, path_initial(path, v)}));
}

static bool are_values_same(const TraceValues *a, const TraceValues *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (!value_equal(&a->data[i].value, &b->data[i].value)) return false;
    return true;
}

Trace *attempt_error(Attempts *attempts, const SequentialPath *path)
{
    const ModularThreads *t = path->t;
    Run *run = path->machine.run;
    TraceValues initial = {0};
    if (attempts->tried.count == ATTEMPTS_MAX) return NULL;
    find_initial_values(path, &initial);
    for (uint32_t i = 0; i < attempts->tried.count; i++) {
        if (!are_values_same(&attempts->tried.data[i], &initial)) continue;
        vec_free(run, &initial);
        return NULL;
    }
    bool is_first = attempts->tried.count == 0;
    vec_push(run, &attempts->tried, initial);
    Interpreter *in = interpreter_new(t->from);
    PriorityRun how = {.threads = threads_count(t), .steps = STEPS, .initial = &vec_last(&attempts->tried)};
    Trace *found = interpreter_priority_error(in, how, WORK);
    how.initial = NULL;
    how.spreads = true;
    if (!found && is_first) found = interpreter_priority_error(in, how, ARBITRARY_WORK);
    return found && !trace_rests_on(t->from, found) ? found : NULL;
}
