#include "race/witness.h"

#include <string.h>

#include "base/check.h"
#include "program/replay.h"

static bool is_from(const Program *p, uint32_t edge, EdgeId like)
{
    return p->edges.data[edge].from.i == p->edges.data[like.i].from.i;
}

/* Tries one announcement and one failure as the last two steps; inputs are those of the steps they stand for. */
static bool replays(Interpreter *in, Trace *trace, TraceStep announcer, TraceStep failing, uint32_t announcement,
                    uint32_t failure)
{
    uint32_t n = trace->steps.count;
    announcer.edge.i = announcement;
    failing.edge.i = failure;
    trace->steps.data[n - 2] = announcer;
    trace->steps.data[n - 1] = failing;
    return interpreter_replay(in, trace) == NULL;
}

static bool find_end(Interpreter *in, Program *p, uint32_t edge_count, Trace *trace, const TraceStep *announcer,
                     EdgeId announced, const TraceStep *failing, EdgeId failed)
{
    for (uint32_t i = edge_count; i < p->edges.count; i++) {
        if (p->edges.data[i].is_error || !is_from(p, i, announced)) continue;
        for (uint32_t k = edge_count; k < p->edges.count; k++) {
            if (!p->edges.data[k].is_error || !is_from(p, k, failed)) continue;
            run_poll(p->run);
            if (replays(in, trace, *announcer, *failing, i, k)) return true;
        }
    }
    return false;
}

const char *witness_race(Program *monitored, uint32_t edge_count, Trace *trace, EdgeId edge, EdgeId other)
{
    CHECK(trace->steps.count >= 2 && edge_count <= monitored->edges.count);
    Interpreter *in = interpreter_new(monitored);
    TraceStep stands = trace->steps.data[trace->steps.count - 2], meets = trace->steps.data[trace->steps.count - 1];
    memset(&stands.changes, 0, sizeof stands.changes);
    memset(&meets.changes, 0, sizeof meets.changes);
    if (find_end(in, monitored, edge_count, trace, &stands, other, &meets, edge)) return NULL;
    if (find_end(in, monitored, edge_count, trace, &meets, edge, &stands, other)) return NULL;
    return "self-check failed: the race does not replay";
}

const char *witness_error(Program *program, Trace *trace)
{
    const char *problem = interpreter_replay(interpreter_new(program), trace);
    if (!problem) return NULL;
    return run_format(program->run, "self-check failed: the trace does not replay: %s", problem);
}
