/* Delta debugging over the steps of a trace: a candidate is a part of its steps, in their order, and counts when the
 * interpreter replays it. */
#include "program/shorten.h"

#include <string.h>

#include "base/check.h"
#include "program/replay.h"

#define REPLAYED_STEPS_MAX 400000 /* of all candidates together */

typedef struct Shortener {
    Interpreter *in;
    Run *run;
    Trace *trace;
    bool *left_out; /* of its steps, in the candidate */
    uint64_t replayed;
} Shortener;

static uint32_t thread_count(const Trace *trace)
{
    uint32_t count = trace->initial.count;
    for (uint32_t i = 0; i < trace->steps.count; i++)
        count += trace->steps.data[i].child != NO_ID;
    return count;
}

/* The steps that are not left out, with threads numbered anew; false: one of them is of a thread that is never started.
 * A thread that is started and takes no step is not started where that is all the same. */
static bool build(const Shortener *s, Trace *out)
{
    const Trace *t = s->trace;
    uint32_t threads = thread_count(t), next = t->initial.count;
    uint32_t *numbers = run_alloc(s->run, (threads + 1) * sizeof *numbers);
    for (uint32_t i = 0; i < threads; i++)
        numbers[i] = i < next ? i : NO_ID;
    *out = *t;
    memset(&out->steps, 0, sizeof out->steps);
    bool ok = true;
    for (uint32_t i = 0; i < t->steps.count && ok; i++) {
        if (s->left_out[i]) continue;
        TraceStep step = t->steps.data[i];
        memset(&step.changes, 0, sizeof step.changes);
        CHECK(step.thread < threads);
        ok = numbers[step.thread] != NO_ID;
        step.thread = numbers[step.thread];
        if (step.child != NO_ID) step.child = numbers[step.child] = next++;
        if (ok) vec_push(s->run, &out->steps, step);
    }
    run_release(s->run, numbers);
    return ok;
}

static void drop(const Shortener *s, Trace *candidate)
{
    for (uint32_t i = 0; i < candidate->steps.count; i++)
        vec_free(s->run, &candidate->steps.data[i].changes);
    vec_free(s->run, &candidate->steps);
}

/* Does the candidate replay? Then it becomes the trace. */
static bool accept(Shortener *s)
{
    Trace candidate;
    uint32_t before = s->trace->steps.count;
    bool ok = build(s, &candidate);
    s->replayed += before;
    if (ok) ok = interpreter_replay(s->in, &candidate) == NULL;
    if (!ok) {
        drop(s, &candidate);
        return false;
    }
    CHECK(candidate.steps.count < before);
    for (uint32_t i = 0; i < before; i++)
        vec_free(s->run, &s->trace->steps.data[i].changes);
    vec_free(s->run, &s->trace->steps);
    *s->trace = candidate;
    return true;
}

static void leave_nothing_out(Shortener *s) { memset(s->left_out, 0, s->trace->steps.count * sizeof *s->left_out); }

static bool may_go_on(const Shortener *s) { return s->replayed < REPLAYED_STEPS_MAX; }

/* Leaves out all steps of a thread; its creation goes with it when it is a step of its own, or stays. */
static bool leave_out_thread(Shortener *s, uint32_t thread, bool with_creation)
{
    uint32_t last = s->trace->steps.count - 1, count = 0;
    leave_nothing_out(s);
    for (uint32_t i = 0; i < last; i++) {
        const TraceStep *step = &s->trace->steps.data[i];
        s->left_out[i] = step->thread == thread || (with_creation && step->child == thread);
        count += s->left_out[i];
    }
    return count && s->trace->steps.data[last].thread != thread && accept(s);
}

static void leave_out_threads(Shortener *s)
{
    for (uint32_t t = thread_count(s->trace); t-- > 0 && may_go_on(s);)
        if (!leave_out_thread(s, t, true)) leave_out_thread(s, t, false);
}

/* Leaves out the steps of a thread from the one at `from` on, `length` of them. */
static bool leave_out_run(Shortener *s, uint32_t from, uint32_t length)
{
    uint32_t last = s->trace->steps.count - 1, left = length;
    leave_nothing_out(s);
    for (uint32_t i = from; i < last && left; i++) {
        if (s->trace->steps.data[i].thread != s->trace->steps.data[from].thread) continue;
        s->left_out[i] = true;
        left--;
    }
    return !left && accept(s);
}

/* A run that is left out must lead from a location back to it, or be the last of its thread: only lengths after which
 * the thread is where it was are tried, and all that is left of it. */
static bool leave_out_round(Shortener *s, uint32_t from)
{
    const Program *p = s->in->machine.p;
    const TraceStep *steps = s->trace->steps.data;
    uint32_t last = s->trace->steps.count - 1, length = 0, rest = 0;
    LocId start = p->edges.data[steps[from].edge.i].from;
    uint32_t *lengths = run_alloc(s->run, (last + 2) * sizeof *lengths), count = 0;
    for (uint32_t i = from; i < last; i++) {
        if (steps[i].thread != steps[from].thread) continue;
        length++;
        rest = length;
        if (p->edges.data[steps[i].edge.i].to.i == start.i) lengths[count++] = length;
    }
    if (steps[last].thread != steps[from].thread && (!count || lengths[count - 1] != rest)) lengths[count++] = rest;
    bool done = false;
    while (count-- > 0 && !done && may_go_on(s)) /* the longest first */
        done = leave_out_run(s, from, lengths[count]);
    run_release(s->run, lengths);
    return done;
}

void trace_shorten(Interpreter *in, Trace *trace)
{
    Shortener s = {.in = in, .run = in->machine.run, .trace = trace};
    if (!trace->steps.count) return;
    s.left_out = run_alloc(s.run, (trace->steps.count + 1) * sizeof *s.left_out);
    for (bool again = true; again && may_go_on(&s);) {
        uint32_t before = trace->steps.count;
        leave_out_threads(&s);
        for (uint32_t i = 0; i + 1 < trace->steps.count && may_go_on(&s);) {
            run_poll(s.run);
            if (!leave_out_round(&s, i)) i++;
        }
        again = trace->steps.count < before;
    }
    run_release(s.run, s.left_out);
    const char *problem = interpreter_replay(in, trace);
    RUN_CHECK(s.run, problem == NULL);
}
