/* Random runs: where refinement is stuck, one of them may still show the error. */
#include "engines/symmpa/refine/falsify.h"

#include "program/random_run.h"
#include "program/rests.h"

#define THREADS 4
#define RUNS 20000
#define STEPS 400
#define FEW_THREADS 3
#define FEW_RUNS 1000

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

Trace *preempted_error(Program *p, uint32_t threads, uint32_t steps, uint32_t work)
{
    run_progress(p->run, "runs that are interrupted at few places");
    return interpreter_priority_error(interpreter_new(p), (PriorityRun){.threads = threads, .steps = steps}, work);
}
