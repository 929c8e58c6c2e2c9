/* Random runs: where refinement is stuck, one of them may still show the error. */
#include "refine/falsify.h"

#include "program/random_run.h"

#define THREADS 4
#define RUNS 20000
#define STEPS 400

/* Does the trace pass an over-approximated edge? */
static bool is_approximate(const Program *p, const Trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++)
        if (p->edges.data[trace->steps.data[i].edge.i].approximate) return true;
    return false;
}

Trace *random_error(Program *p, Rng *rng, uint32_t threads)
{
    Interpreter *in = interpreter_new(p);
    uint32_t most = threads && threads < THREADS ? threads : THREADS;
    for (uint32_t n = 1; n <= most; n++)
        for (uint32_t i = 0; i < RUNS; i++) {
            Trace *trace = run_alloc(p->run, sizeof *trace);
            run_progress(p->run, "random runs with %u threads", n);
            if (interpreter_random_run(in, rng, n, STEPS, NULL, NULL, trace) && !is_approximate(p, trace)) return trace;
            run_release(p->run, trace);
        }
    return NULL;
}
