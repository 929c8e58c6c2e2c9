/* Delta debugging over the steps of a trace: a candidate is a part of its steps, or all of them in another order, and
 * counts when the interpreter replays it. */
#include "program/shorten.h"

#include <string.h>

#include "base/check.h"
#include "program/replay.h"
#include "program/rests.h"

#define WORK_MAX 20000000 /* of all candidates together: values of states that are replayed */
#define CANDIDATES_MIN 50 /* that the work must suffice for: fewer make no difference to a trace so long */

#define WINDOWS_MOST 12 /* that begin at one step, and are tried */

typedef struct Shortener {
    Interpreter *in;
    Run *run;
    Trace *trace;
    bool *left_out;           /* of its steps, in the candidate */
    uint32_t *order;          /* of its steps, in the candidate */
    uint64_t work, step_work; /* done, and of one step */
    bool rests;               /* the trace may rest on an over-approximation (rests.h) before anything is left out */
} Shortener;

static uint32_t thread_count(const Trace *trace)
{
    uint32_t count = trace->initial.count;
    for (uint32_t i = 0; i < trace->steps.count; i++)
        count += trace->steps.data[i].child != NO_ID;
    return count;
}

/* The steps that are not left out, in the order, with threads numbered anew; false: one of them is of a thread that is
 * not started before. */
static bool build_candidate(const Shortener *s, Trace *out)
{
    const Trace *t = s->trace;
    uint32_t threads = thread_count(t), next = t->initial.count;
    uint32_t *numbers = run_alloc(s->run, (threads + 1) * sizeof *numbers);
    for (uint32_t i = 0; i < threads; i++)
        numbers[i] = i < next ? i : NO_ID;
    *out = *t;
    memset(&out->steps, 0, sizeof out->steps);
    bool ok = true, is_beyond = false; /* the bound on the number of threads: what is started beyond it is no thread */
    for (uint32_t k = 0; k < t->steps.count && ok; k++) {
        uint32_t i = s->order[k];
        if (s->left_out[i]) continue;
        TraceStep step = t->steps.data[i];
        memset(&step.changes, 0, sizeof step.changes);
        CHECK(step.thread < threads);
        ok = numbers[step.thread] != NO_ID;
        step.thread = numbers[step.thread];
        if (step.child != NO_ID) {
            uint32_t old = step.child;
            step.child = numbers[old] = next++;
            ok &= !is_beyond;
        }
        is_beyond |= step.child == NO_ID && s->in->machine.p->edges.data[step.edge.i].spawn.i != NO_ID;
        if (ok) vec_push(s->run, &out->steps, step);
    }
    run_release(s->run, numbers);
    return ok;
}

static void drop_candidate(const Shortener *s, Trace *candidate)
{
    for (uint32_t i = 0; i < candidate->steps.count; i++)
        vec_free(s->run, &candidate->steps.data[i].changes);
    vec_free(s->run, &candidate->steps);
}

/* Does the candidate replay? Then it becomes the trace. */
static bool accept_candidate(Shortener *s)
{
    Trace candidate;
    uint32_t before = s->trace->steps.count;
    bool ok = build_candidate(s, &candidate);
    s->work += before * s->step_work;
    if (ok) ok = interpreter_replay(s->in, &candidate) == NULL;
    if (ok && !s->rests) ok = trace_rests_on(s->in->machine.p, &candidate) == NULL;
    if (!ok) {
        drop_candidate(s, &candidate);
        return false;
    }
    CHECK(candidate.steps.count <= before);
    for (uint32_t i = 0; i < before; i++)
        vec_free(s->run, &s->trace->steps.data[i].changes);
    vec_free(s->run, &s->trace->steps);
    *s->trace = candidate;
    return true;
}

/* The trace itself as the candidate. */
static void begin_candidate(Shortener *s)
{
    memset(s->left_out, 0, s->trace->steps.count * sizeof *s->left_out);
    for (uint32_t i = 0; i < s->trace->steps.count; i++)
        s->order[i] = i;
}

static bool may_go_on(const Shortener *s) { return s->work < WORK_MAX; }

/* Leaves out all steps of a thread; its creation goes with it when it is a step of its own, or stays. */
static bool leave_out_thread(Shortener *s, uint32_t thread, bool with_creation)
{
    uint32_t last = s->trace->steps.count - 1, count = 0;
    begin_candidate(s);
    for (uint32_t i = 0; i < last; i++) {
        const TraceStep *step = &s->trace->steps.data[i];
        s->left_out[i] = step->thread == thread || (with_creation && step->child == thread);
        count += s->left_out[i];
    }
    return count && s->trace->steps.data[last].thread != thread && accept_candidate(s);
}

/* ---- a thread that does nothing takes over from one that is started later ---- */

static TemplateId template_of(const Shortener *s, uint32_t thread)
{
    const Trace *t = s->trace;
    if (thread < t->initial.count) return t->initial.data[thread].template;
    for (uint32_t i = 0; i < t->steps.count; i++)
        if (t->steps.data[i].child == thread) return s->in->machine.p->edges.data[t->steps.data[i].edge.i].spawn;
    return (TemplateId){NO_ID};
}

static bool does_nothing(const Shortener *s, uint32_t thread)
{
    for (uint32_t i = 0; i < s->trace->steps.count; i++)
        if (s->trace->steps.data[i].thread == thread) return false;
    return true;
}

static void rename_steps(const Shortener *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < s->trace->steps.count; i++)
        if (s->trace->steps.data[i].thread == from) s->trace->steps.data[i].thread = to;
}

/* Then the later one need not be started. */
static void take_over(Shortener *s)
{
    uint32_t count = thread_count(s->trace);
    for (uint32_t idle = 0; idle < count && may_go_on(s); idle++) {
        bool is_idle = does_nothing(s, idle);
        for (uint32_t later = idle + 1; later < count && is_idle && may_go_on(s); later++) {
            if (template_of(s, later).i != template_of(s, idle).i || does_nothing(s, later)) continue;
            rename_steps(s, later, idle);
            begin_candidate(s);
            is_idle = !accept_candidate(s);
            if (is_idle) rename_steps(s, idle, later);
        }
    }
}

static void leave_out_threads(Shortener *s)
{
    take_over(s);
    for (uint32_t t = thread_count(s->trace); t-- > 0 && may_go_on(s);)
        if (!leave_out_thread(s, t, true)) leave_out_thread(s, t, false);
}

/* Leaves out the steps of a thread from the one at `from` on, `length` of them. */
static bool leave_out_run(Shortener *s, uint32_t from, uint32_t length)
{
    uint32_t last = s->trace->steps.count - 1, left = length;
    begin_candidate(s);
    for (uint32_t i = from; i < last && left; i++) {
        if (s->trace->steps.data[i].thread != s->trace->steps.data[from].thread) continue;
        s->left_out[i] = true;
        left--;
    }
    return !left && accept_candidate(s);
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

/* ---- rounds of several threads ---- */

/* Where a thread is, as a part of a sum over all threads. */
static uint64_t place_part(uint32_t thread, LocId at)
{
    uint64_t h = ((uint64_t)thread << 32 | at.i) + UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

/* places[i]: where all threads are before step i, and how many there are. Equal numbers may be so by chance: what is
 * left out because of them must replay. */
static void find_places(const Shortener *s, uint64_t *places)
{
    const Program *p = s->in->machine.p;
    const Trace *t = s->trace;
    uint64_t here = 0;
    for (uint32_t i = 0; i < t->initial.count; i++)
        here += place_part(i, p->templates.data[t->initial.data[i].template.i].entry);
    for (uint32_t i = 0; i < t->steps.count; i++) {
        const TraceStep *step = &t->steps.data[i];
        const Edge *e = &p->edges.data[step->edge.i];
        places[i] = here;
        here += place_part(step->thread, e->to) - place_part(step->thread, e->from);
        if (step->child != NO_ID) here += place_part(step->child, p->templates.data[e->spawn.i].entry);
    }
}

static bool leave_out_window(Shortener *s, uint32_t from, uint32_t end)
{
    begin_candidate(s);
    for (uint32_t i = from; i < end; i++)
        s->left_out[i] = true;
    return accept_candidate(s);
}

/* All steps between two states in which every thread is at the same place, the longest such way first. */
static bool leave_out_rounds_from(Shortener *s, const uint64_t *places, uint32_t from)
{
    uint32_t tried = 0;
    s->work += s->trace->steps.count;
    for (uint32_t end = s->trace->steps.count - 1; end > from + 1 && tried < WINDOWS_MOST && may_go_on(s); end--) {
        if (places[end] != places[from]) continue;
        if (leave_out_window(s, from, end)) return true;
        tried++;
    }
    return false;
}

static void leave_out_rounds_of_all(Shortener *s)
{
    uint64_t *places = run_alloc(s->run, (s->trace->steps.count + 1) * sizeof *places);
    find_places(s, places);
    for (uint32_t i = 0; i + 1 < s->trace->steps.count && may_go_on(s);) {
        run_poll(s->run);
        if (leave_out_rounds_from(s, places, i))
            find_places(s, places);
        else
            i++;
    }
    run_release(s->run, places);
}

/* ---- fewer switches of thread ---- */

/* The first step behind those of one thread that follow each other from `from` on. */
static uint32_t segment_end(const Trace *t, uint32_t from)
{
    uint32_t end = from + 1;
    while (end < t->steps.count && t->steps.data[end].thread == t->steps.data[from].thread)
        end++;
    return end;
}

/* Moves the steps [from, end) to stand before step `to`, outside of them. */
static bool move_steps(Shortener *s, uint32_t from, uint32_t end, uint32_t to)
{
    uint32_t n = 0;
    begin_candidate(s);
    for (uint32_t i = 0; i < s->trace->steps.count; i++) {
        if (i == to)
            for (uint32_t k = from; k < end; k++)
                s->order[n++] = k;
        if (i < from || i >= end) s->order[n++] = i;
    }
    CHECK(n == s->trace->steps.count);
    return accept_candidate(s);
}

/* Joins a run of steps of a thread with the next one of that thread: it waits for it, or that comes at once. Each move
 * leaves fewer runs, and the last step stays the last. */
static bool join_segments(Shortener *s, uint32_t from)
{
    const Trace *t = s->trace;
    uint32_t end = segment_end(t, from), next = end;
    while (next < t->steps.count && t->steps.data[next].thread != t->steps.data[from].thread)
        next++;
    if (next == t->steps.count) return false;
    if (move_steps(s, from, end, next)) return true;
    uint32_t next_end = segment_end(t, next);
    return next_end < t->steps.count && move_steps(s, next, next_end, end);
}

static void join_all_segments(Shortener *s)
{
    for (bool again = true; again && may_go_on(s);) {
        again = false;
        for (uint32_t i = 0; i < s->trace->steps.count && may_go_on(s); i = segment_end(s->trace, i))
            again |= join_segments(s, i);
    }
}

/* ---- values that do not matter ---- */

static bool is_zero(const TraceValue *v) { return v->value.bits == 0 && v->value.count == 0; }

static bool try_value(Shortener *s, TraceValue *v, Value value)
{
    const Value before = v->value;
    v->value = value;
    begin_candidate(s);
    if (accept_candidate(s)) return true;
    v->value = before;
    return false;
}

/* Each value that may as well be 0 is, and so are all elements of an array, or all but a few; otherwise 1 or 2. */
static void simplify_values(Shortener *s, TraceValues *values)
{
    for (uint32_t i = 0; i < values->count && may_go_on(s); i++) {
        TraceValue *v = &values->data[i];
        bool is_array = s->in->machine.p->vars.data[v->var.i].sort.kind == SORT_ARRAY;
        Value few = v->value;
        few.bits = 0;
        if (is_zero(v) || try_value(s, v, (Value){0})) continue;
        if (is_array && v->value.bits) try_value(s, v, few);
        for (uint64_t k = 1; !is_array && k <= 2 && k < v->value.bits; k++)
            if (try_value(s, v, (Value){.bits = k})) break;
    }
}

/* What is accepted has other steps, but the same lists of values. */
static void simplify_all_values(Shortener *s)
{
    simplify_values(s, &s->trace->shared);
    for (uint32_t i = 0; i < s->trace->initial.count; i++)
        simplify_values(s, &s->trace->initial.data[i].locals);
    for (uint32_t i = 0; i < s->trace->steps.count; i++) {
        TraceValues inputs = s->trace->steps.data[i].inputs, locals = s->trace->steps.data[i].child_locals;
        run_poll(s->run);
        simplify_values(s, &inputs);
        simplify_values(s, &locals);
    }
}

void trace_shorten(Interpreter *in, Trace *trace)
{
    Shortener s = {.in = in, .run = in->machine.run, .trace = trace};
    if (!trace->steps.count) return;
    s.step_work = 20 + in->machine.p->vars.count;
    if (trace->steps.count * s.step_work > WORK_MAX / CANDIDATES_MIN) return;
    s.rests = trace_rests_on(in->machine.p, trace) != NULL;
    s.left_out = run_alloc(s.run, (trace->steps.count + 1) * sizeof *s.left_out);
    s.order = run_alloc(s.run, (trace->steps.count + 1) * sizeof *s.order);
    for (bool again = true; again && may_go_on(&s);) {
        uint32_t before = trace->steps.count;
        leave_out_threads(&s);
        for (uint32_t i = 0; i + 1 < trace->steps.count && may_go_on(&s);) {
            run_poll(s.run);
            if (!leave_out_round(&s, i)) i++;
        }
        leave_out_rounds_of_all(&s);
        again = trace->steps.count < before;
    }
    join_all_segments(&s);
    simplify_all_values(&s);
    run_release(s.run, s.left_out);
    run_release(s.run, s.order);
    const char *problem = interpreter_replay(in, trace);
    RUN_CHECK(s.run, problem == NULL);
}
