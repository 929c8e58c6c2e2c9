#include "plan/doubt.h"

#include "engines/symmpa/refine/covered.h"
#include "program/replay.h"
#include "program/rests.h"

bool doubt_settle(const Question *question, Verdict *verdict)
{
    Program *p = question->program;
    const Doubt *doubt = p->doubt;
    if (!doubt || !doubt->trace || p->is_merged || !trace_is_well_formed(p, doubt->trace)) return false;
    Trace *trace = trace_copy(p->run, doubt->trace);
    uint32_t threads = trace_least_bound(p, trace), most = question->options->threads;
    if (most && threads > most) return false;
    if (interpreter_replay(interpreter_new(p), trace) || !covered_error(p, trace)) return false;
    verdict->kind = VERDICT_FALSE;
    verdict->why = NULL;
    verdict->threads = threads;
    verdict->trace = trace;
    return true;
}
