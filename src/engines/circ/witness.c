#include "engines/circ/witness.h"

#include <string.h>

#include "base/check.h"
#include "program/replay.h"

static bool is_from(const Program *p, uint32_t edge, EdgeId like)
{
    return p->edges.data[edge].from.i == p->edges.data[like.i].from.i;
}

/* Two steps that end a trace: a thread announces, another one fails. */
typedef struct End {
    TraceStep announcer, failing;
} End;

/* The last step of a thread among the first `count`, counted from 1. */
static uint32_t last_of(const Trace *trace, uint32_t thread, uint32_t count)
{
    while (count > 0 && trace->steps.data[count - 1].thread != thread && trace->steps.data[count - 1].child != thread)
        count--;
    return count;
}

/* Tries it with the announcement at a place among the steps before. */
static bool replays(Interpreter *in, Run *run, Trace *trace, const End *end, uint32_t place)
{
    Trace attempt = *trace;
    uint32_t before = trace->steps.count - 2;
    memset(&attempt.steps, 0, sizeof attempt.steps);
    for (uint32_t i = 0; i <= before; i++) {
        if (i == place) vec_push(run, &attempt.steps, end->announcer);
        if (i < before) vec_push(run, &attempt.steps, trace->steps.data[i]);
    }
    vec_push(run, &attempt.steps, end->failing);
    for (uint32_t i = 0; i < attempt.steps.count; i++)
        memset(&attempt.steps.data[i].changes, 0, sizeof attempt.steps.data[i].changes);
    if (interpreter_replay(in, &attempt) != NULL) {
        vec_free(run, &attempt.steps);
        return false;
    }
    vec_free(run, &trace->steps);
    *trace = attempt;
    return true;
}

/* A thread may announce as soon as it stands before its access. It has to, before the other one comes to an atomic
 * location. */
static bool end_replays(Interpreter *in, Run *run, Trace *trace, const End *end)
{
    uint32_t before = trace->steps.count - 2, first = last_of(trace, end->announcer.thread, before);
    for (uint32_t place = before + 1; place-- > first;)
        if (replays(in, run, trace, end, place)) return true;
    return false;
}

static bool find_end(Interpreter *in, Program *p, uint32_t edge_count, Trace *trace, End end, EdgeId announced,
                     EdgeId failed)
{
    for (uint32_t i = edge_count; i < p->edges.count; i++) {
        if (p->edges.data[i].is_error || !is_from(p, i, announced)) continue;
        for (uint32_t k = edge_count; k < p->edges.count; k++) {
            if (!p->edges.data[k].is_error || !is_from(p, k, failed)) continue;
            run_poll(p->run);
            end.announcer.edge.i = i;
            end.failing.edge.i = k;
            if (end_replays(in, p->run, trace, &end)) return true;
        }
    }
    return false;
}

const char *witness_race(Program *monitored, uint32_t edge_count, Trace *trace, EdgeId edge, EdgeId other)
{
    CHECK(trace->steps.count >= 2 && edge_count <= monitored->edges.count);
    Interpreter *in = interpreter_new(monitored);
    TraceStep stands = trace->steps.data[trace->steps.count - 2], meets = trace->steps.data[trace->steps.count - 1];
    if (find_end(in, monitored, edge_count, trace, (End){stands, meets}, other, edge)) return NULL;
    if (find_end(in, monitored, edge_count, trace, (End){meets, stands}, edge, other)) return NULL;
    return "self-check failed: the race does not replay";
}

const char *witness_error(Program *program, Trace *trace)
{
    const char *problem = interpreter_replay(interpreter_new(program), trace);
    if (!problem) return NULL;
    return run_format(program->run, "self-check failed: the trace does not replay: %s", problem);
}
