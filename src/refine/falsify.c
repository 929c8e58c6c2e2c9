/* Random runs: where refinement is stuck, one of them may still show the error. */
#include "refine/falsify.h"

#include "program/random_run.h"
#include "program/rests.h"

#define THREADS 4
#define RUNS 20000
#define STEPS 400
#define FEW_THREADS 3
#define FEW_RUNS 1000
#define CHANGES_MAX 3 /* places where a run by priorities is interrupted */
#define RUN_COST 1500 /* of a run, beside its steps: a thousand short ones are enough */

static const struct {
    uint32_t threads, runs, steps;
} crowds[] = {{16, 1000, 1200}, {80, 50, 5000}};
#define CROWDS (sizeof crowds / sizeof *crowds)

/* NULL: none of the runs shows one. */
static Trace *run_often(Interpreter *in, Program *p, Rng *rng, uint32_t threads, uint32_t runs, uint32_t steps)
{
    for (uint32_t i = 0; i < runs; i++) {
        Trace *trace = run_alloc(p->run, sizeof *trace);
        run_progress(p->run, "random runs with %u threads", threads);
        if (interpreter_random_run(in, rng, threads, steps, NULL, NULL, trace) && !trace_rests_on(p, trace))
            return trace;
        run_release(p->run, trace);
    }
    return NULL;
}

Trace *random_error(Program *p, Rng *rng, uint32_t threads)
{
    Interpreter *in = interpreter_new(p);
    uint32_t most = threads && threads < THREADS ? threads : THREADS;
    Trace *found = NULL;
    for (uint32_t n = 1; n <= most && !found; n++)
        found = run_often(in, p, rng, n, RUNS, STEPS);
    return found;
}

Trace *random_error_of_few(Program *p, Rng *rng, uint32_t threads)
{
    Interpreter *in = interpreter_new(p);
    uint32_t most = threads && threads < FEW_THREADS ? threads : FEW_THREADS;
    Trace *found = NULL;
    for (uint32_t n = 1; n <= most && !found; n++)
        found = run_often(in, p, rng, n, FEW_RUNS, STEPS);
    return found;
}

Trace *random_error_of_many(Program *p, Rng *rng, uint32_t threads)
{
    Interpreter *in = interpreter_new(p);
    Trace *found = NULL;
    for (uint32_t i = 0; i < CROWDS && !found; i++) {
        uint32_t n = threads && threads < crowds[i].threads ? threads : crowds[i].threads;
        found = run_often(in, p, rng, n, crowds[i].runs, crowds[i].steps);
    }
    return found;
}

/* First to the end without interruption, to know how long runs are. A run that fails is made again to be noted. */
Trace *preempted_error(Program *p, uint32_t threads, uint32_t steps, uint32_t work)
{
    Interpreter *in = interpreter_new(p);
    PriorityRun how = {.threads = threads, .steps = steps, .length = 1};
    Rng rng = {1};
    run_progress(p->run, "runs that are interrupted at few places");
    for (uint32_t left = work, i = 0; left > 0; i++) {
        Rng before = rng;
        how.changes = i ? CHANGES_MAX - (i - 1) % CHANGES_MAX : 0;
        if (interpreter_priority_run(in, &rng, &how, NULL)) {
            Trace *trace = run_alloc(p->run, sizeof *trace);
            interpreter_priority_run(in, &before, &how, trace);
            return trace;
        }
        uint32_t cost = how.taken + RUN_COST;
        how.length = how.reads + 1;
        left -= cost < left ? cost : left;
        if (left < how.steps) how.steps = left;
    }
    return NULL;
}
