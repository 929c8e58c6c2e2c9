/* An access of a location is let happen out of order (program/weak_robust.h), and the engine looks for an error. What
 * it finds is a candidate: it is told if it replays in the program itself, and if the axioms of the model, which know
 * nothing of how it was found, allow it (kernel/execution). What is over-approximated it must not need. */
#include "session/execution.h"

#include <string.h>

#include "kernel/execution/execution.h"
#include "program/analysis/spin.h"
#include "program/interpreter.h"
#include "program/replay.h"
#include "program/rests.h"
#include "program/shorten.h"
#include "session/ask.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_proof.h"

typedef struct Search {
    ChorusSession *s;
    WeakModel model;
    Program *p;
    MemoryEvents *events;
} Search;

/* In text, steps inside of atomic sections make no accesses. */
const char *execution_unfollowed(const ChorusSession *s, const MemoryEvents *events)
{
    bool is_text = session_is_text(s->files.data[0]);
    if (is_text && events->has_sections) return "it is not known: there are atomic sections";
    return events->beyond ? events->beyond : events->hidden;
}

/* ---- the program ---- */

static const char *why_not_told(const ChorusSession *s, const Program *accessing, WeakModel model)
{
    MemoryEvents *events = memory_events_find(accessing, model == WEAK_TSO);
    const char *why = execution_unfollowed(s, events);
    if (!why) why = events->unfollowed ? events->unfollowed : accessing->unseen_order;
    memory_events_free(events);
    return why;
}

/* Which steps are read-modify-writes of which nobody wants the old value: accesses say so, and are not kept. */
static void mark_updates(Program *p, const Program *accessing)
{
    MemoryEvents *events = memory_events_find(accessing, false);
    for (uint32_t i = 0; i < accessing->edges.count; i++)
        p->edges.data[i].is_update = events->is_update[accessing->edges.data[i].from.i];
    memory_events_free(events);
}

/* With all of its accesses, since those whose value is not used order threads, too. Where more orders threads than is
 * followed no execution is told. Of accesses that are made at once in an execution none happens after the other. */
const char *execution_load(ChorusSession *s, WeakModel model)
{
    session_load_accesses(s);
    const Program *accessing = s->accessing ? s->accessing : s->program;
    const char *why = why_not_told(s, accessing, model);
    mark_updates(s->program, accessing);
    for (uint32_t i = 0; i < s->program->edges.count && !s->accessing; i++) /* no races of them are told */
        s->program->edges.data[i].access_count = 0;
    return why;
}

static bool can_fail(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].is_error) return true;
    return false;
}

/* That all wait for ever is no execution's end: what was written is read some time. */
static bool asks_deadlocks(const ChorusSession *s)
{
    return property_set(session_option_text(s, OPTION_property)) & PROPERTY_BIT(PROPERTY_NO_DEADLOCK);
}

/* ---- candidates ---- */

static const char *refused(const ChorusSession *s, const Trace *trace, WeakModel model)
{
    return execution_check(s->program, trace, model == WEAK_TSO ? EXECUTION_TSO : EXECUTION_C11);
}

static Trace *accepted(const Search *se, const WeakExecutions *w, const Trace *found)
{
    Trace *trace = weak_execution_of(w, found);
    if (interpreter_replay(interpreter_new(se->p), trace) || trace_rests_on(se->p, trace)) return NULL;
    const char *problem = refused(se->s, trace, se->model);
    if (problem) run_log(se->s->run, 1, "no execution: %s", problem);
    return problem ? NULL : trace;
}

/* Steps that are left out may be what makes it an execution, or none. */
static Trace *accepted_and_short(const Search *se, const WeakExecutions *w, const Trace *found)
{
    Trace *shorter = trace_copy(se->s->run, found), *whole = accepted(se, w, found);
    trace_shorten(interpreter_new(w->program), shorter);
    shorter = accepted(se, w, shorter);
    return shorter ? shorter : whole;
}

/* once: one access only is out of order. *more: there may be others than what was found, or not. */
static Trace *search_location(const Search *se, uint32_t x, bool once, bool *more)
{
    ChorusSession *s = se->s;
    EngineOptions options = session_engine_options(s);
    Verdict v;
    memset(&v, 0, sizeof v);
    WeakExecutions *w = weak_executions(se->p, se->events, se->model, x, once);
    Question question = {.program = w->program, .property = "unreach-call", .options = &options};
    w->program->doubt = NULL;
    session_put(s, &question, &v);
    *more = v.kind != VERDICT_TRUE;
    return v.kind == VERDICT_FALSE ? accepted_and_short(se, w, v.trace) : NULL;
}

Trace *execution_find(ChorusSession *s, WeakModel model)
{
    Search se = {.s = s, .model = model};
    if (asks_deadlocks(s)) return NULL;
    const char *why = execution_load(s, model);
    Trace *found = NULL;
    se.p = s->program;
    se.events = memory_events_find(se.p, model == WEAK_TSO);
    spins_find(se.p, se.events);
    for (uint32_t i = 0; i < se.events->locations.count && !why && !found && can_fail(se.p); i++) {
        bool more;
        found = search_location(&se, se.events->locations.data[i], false, &more);
        if (!found && more) found = search_location(&se, se.events->locations.data[i], true, &more);
    }
    memory_events_free(se.events);
    return found;
}

const char *execution_refused(const ChorusSession *s, const Trace *trace)
{
    if (!trace_is_weak(trace)) return NULL;
    if (!s->memory_shown) return "accesses are out of order, and no memory model is named";
    WeakModel model = strcmp(s->memory_shown, session_memory_name(true)) == 0 ? WEAK_TSO : WEAK_C11;
    const char *problem = refused(s, trace, model);
    return problem ? run_format(s->run, "it is no execution of %s: %s", s->memory_shown, problem) : NULL;
}
