/* A state: the shared valuation, and counters of thread states that are not 0, sorted. Counters are as in
 * engines/circ/reach.h: "more" minus one is "more" or k, which keeps k = 0 sound; where any number of threads start is
 * ALWAYS one. The search is breadth first, so that a trace is shortest; the paper calls one of at most k steps real,
 * here one is whose steps threads can be found for, which all of those are. */
#include "engines/circ/finite.h"

#include <string.h>

#include "base/check.h"
#include "engines/circ/label.h"
#include "engines/circ/local.h"
#include "engines/circ/witness.h"
#include "program/copy.h"

#define ALWAYS FINITE_ALWAYS
#define NO_STATE UINT32_MAX
#define K_MAX 30

typedef struct LocalCount {
    uint32_t local, count;
} LocalCount;

typedef struct FiniteOrigin {
    uint32_t parent; /* NO_STATE: initial */
    uint32_t local;  /* of the thread that moves */
    LocalStep step;
} FiniteOrigin;

typedef struct Finite {
    const FiniteQuestion *q;
    FiniteResult *result;
    Run *run;
    Program *p;
    Locals locals;
    uint32_t k;
    Intern ids;
    VEC(FiniteOrigin) origins;
    VEC(LocalCount) counts; /* of the state at hand */
    uint32_t shared;
} Finite;

/* ---- states ---- */

static LocalCount *find_count(Finite *f, uint32_t local)
{
    for (uint32_t i = 0; i < f->counts.count; i++)
        if (f->counts.data[i].local == local) return &f->counts.data[i];
    return NULL;
}

static void count_up_local(Finite *f, uint32_t local, uint32_t by)
{
    LocalCount *c = find_count(f, local);
    if (c && c->count == ALWAYS) return;
    if (!c) {
        uint32_t i = f->counts.count;
        vec_push(f->run, &f->counts, ((LocalCount){local, 0}));
        for (; i > 0 && f->counts.data[i - 1].local > local; i--)
            f->counts.data[i] = f->counts.data[i - 1];
        f->counts.data[i] = (LocalCount){local, 0};
        c = &f->counts.data[i];
    }
    c->count = by == ALWAYS ? ALWAYS : c->count + by > f->k ? f->k + 1 : c->count + by;
}

static void remove_one_thread(Finite *f, uint32_t local, bool stays_more)
{
    LocalCount *c = find_count(f, local);
    CHECK(c && c->count);
    if (c->count == ALWAYS || (c->count == f->k + 1 && stays_more)) return;
    if (--c->count) return;
    uint32_t i = (uint32_t)(c - f->counts.data);
    memmove(c, c + 1, (f->counts.count - i - 1) * sizeof *c);
    f->counts.count--;
}

static void add_finite_state(Finite *f, uint32_t shared, FiniteOrigin origin)
{
    VEC(uint32_t) key = {NULL, 0, 0};
    bool is_new;
    vec_push(f->run, &key, shared);
    for (uint32_t i = 0; i < f->counts.count; i++) {
        vec_push(f->run, &key, f->counts.data[i].local);
        vec_push(f->run, &key, f->counts.data[i].count);
    }
    intern_add(&f->ids, key.data, key.count, &is_new);
    if (is_new) vec_push(f->run, &f->origins, origin);
    vec_free(f->run, &key);
}

static void load_finite_state(Finite *f, uint32_t id)
{
    uint32_t length;
    const uint32_t *key = intern_key(&f->ids, id, &length);
    f->shared = key[0];
    vec_clear(&f->counts);
    for (uint32_t i = 1; i < length; i += 2)
        vec_push(f->run, &f->counts, ((LocalCount){key[i], key[i + 1]}));
}

/* Threads of the templates from `template` on start where they may. */
static void add_initial_counts(Finite *f, uint32_t shared, uint32_t template)
{
    if (template == f->p->templates.count) {
        add_finite_state(f, shared, (FiniteOrigin){.parent = NO_STATE});
        return;
    }
    Count initial = f->p->templates.data[template].initial;
    Words starts = {NULL, 0, 0};
    if (initial != COUNT_NONE) locals_initial(&f->locals, (TemplateId){template}, &starts);
    for (uint32_t i = 0; i < starts.count; i++) {
        count_up_local(f, starts.data[i], initial == COUNT_MANY ? ALWAYS : 1);
        if (initial == COUNT_MANY) continue;
        add_initial_counts(f, shared, template + 1);
        remove_one_thread(f, starts.data[i], false);
    }
    if (initial != COUNT_ONE) add_initial_counts(f, shared, template + 1);
    vec_free(f->run, &starts);
}

static void start(Finite *f)
{
    Words shared = {NULL, 0, 0};
    locals_initial_shared(&f->locals, &shared);
    for (uint32_t i = 0; i < shared.count; i++) {
        vec_clear(&f->counts);
        add_initial_counts(f, shared.data[i], 0);
    }
    vec_free(f->run, &shared);
}

/* ---- steps and errors ---- */

/* Is no thread state but `except` atomic? */
static bool no_other_is_atomic(Finite *f, uint32_t except, uint32_t and_except)
{
    for (uint32_t i = 0; i < f->counts.count; i++) {
        uint32_t local = f->counts.data[i].local;
        if (local != except && local != and_except && locals_is_atomic(&f->locals, local)) return false;
    }
    return true;
}

static void take_local_step(Finite *f, uint32_t id, uint32_t local, const LocalStep *step)
{
    uint32_t count = find_count(f, local)->count;
    for (uint32_t way = 0; way < (count == f->k + 1 ? 2u : 1u); way++) {
        load_finite_state(f, id);
        remove_one_thread(f, local, way == 0);
        count_up_local(f, step->local, 1);
        if (step->child != NO_CHILD) count_up_local(f, step->child, 1);
        add_finite_state(f, step->shared, (FiniteOrigin){id, local, *step});
    }
    load_finite_state(f, id);
}

/* The end of a trace: a step that is an error, or two threads that race. */
typedef struct FiniteError {
    bool is_race;
    uint32_t locals[2];
    LocalStep step;
} FiniteError;

static bool find_race(Finite *f, FiniteError *error)
{
    for (uint32_t i = 0; i < f->counts.count; i++)
        for (uint32_t j = 0; j <= i; j++) {
            LocalCount a = f->counts.data[i], b = f->counts.data[j];
            if (i == j && a.count < 2 && f->k) continue; /* k = 0: "more" is one or more */
            if (!no_other_is_atomic(f, a.local, b.local) || !locals_race(&f->locals, f->shared, a.local, b.local))
                continue;
            *error = (FiniteError){.is_race = true, .locals = {a.local, b.local}};
            return true;
        }
    return false;
}

/* Expands a state; true: it is an error. */
static bool expand_finite_state(Finite *f, uint32_t id, FiniteError *error)
{
    load_finite_state(f, id);
    if (f->q->asks && find_race(f, error)) return true;
    uint32_t count = f->counts.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t local = f->counts.data[i].local;
        if (!no_other_is_atomic(f, local, local)) continue;
        LocalSteps steps = *locals_steps(&f->locals, f->shared, local);
        for (uint32_t k = 0; k < steps.count; k++) {
            if (f->p->edges.data[steps.data[k].edge.i].is_error) {
                *error = (FiniteError){.locals = {local, local}, .step = steps.data[k]};
                return true;
            }
            take_local_step(f, id, local, &steps.data[k]);
        }
    }
    return false;
}

/* ---- threads for the steps of a trace ---- */

typedef struct FiniteThread {
    uint32_t local;
    uint32_t start; /* state at its start */
    uint32_t edge;  /* that started it; NO_ID: there from the beginning */
    uint32_t number;
} FiniteThread;

typedef struct Realisation {
    Finite *f;
    VEC(FiniteThread) threads;
    VEC(uint32_t) path;    /* states */
    VEC(uint32_t) movers;  /* of each step, then of the error */
    VEC(uint32_t) started; /* by each step; NO_CHILD */
} Realisation;

/* A thread in that state, other than one; NO_ID: there is none. */
static uint32_t thread_in(Realisation *r, uint32_t local, uint32_t other)
{
    for (uint32_t i = r->threads.count; i-- > 0;)
        if (r->threads.data[i].local == local && i != other) return i;
    load_finite_state(r->f, r->path.data[0]);
    const LocalCount *c = find_count(r->f, local);
    if (!c || c->count != ALWAYS) return NO_ID;
    vec_push(r->f->run, &r->threads, ((FiniteThread){local, local, NO_ID, NO_ID}));
    return r->threads.count - 1;
}

static void find_path_of_states(Realisation *r, uint32_t id)
{
    Run *run = r->f->run;
    for (; id != NO_STATE; id = r->f->origins.data[id].parent)
        vec_push(run, &r->path, id);
    for (uint32_t i = 0; i < r->path.count / 2; i++) {
        uint32_t other = r->path.data[r->path.count - 1 - i];
        r->path.data[r->path.count - 1 - i] = r->path.data[i];
        r->path.data[i] = other;
    }
    load_finite_state(r->f, r->path.data[0]);
    for (uint32_t i = 0; i < r->f->counts.count; i++)
        for (uint32_t k = 0; r->f->counts.data[i].count != ALWAYS && k < r->f->counts.data[i].count; k++)
            vec_push(run, &r->threads,
                     ((FiniteThread){r->f->counts.data[i].local, r->f->counts.data[i].local, NO_ID, NO_ID}));
}

static bool assign_threads(Realisation *r, const FiniteError *error)
{
    Run *run = r->f->run;
    for (uint32_t i = 1; i < r->path.count; i++) {
        const FiniteOrigin *o = &r->f->origins.data[r->path.data[i]];
        uint32_t mover = thread_in(r, o->local, NO_ID), child = NO_CHILD;
        if (mover == NO_ID) return false;
        r->threads.data[mover].local = o->step.local;
        if (o->step.child != NO_CHILD) {
            child = r->threads.count;
            vec_push(run, &r->threads, ((FiniteThread){o->step.child, o->step.child, o->step.edge.i, NO_ID}));
        }
        vec_push(run, &r->movers, mover);
        vec_push(run, &r->started, child);
    }
    uint32_t first = thread_in(r, error->locals[0], NO_ID);
    vec_push(run, &r->movers, first);
    if (first == NO_ID || !error->is_race) return first != NO_ID;
    uint32_t second = thread_in(r, error->locals[1], first);
    vec_push(run, &r->movers, second);
    return second != NO_ID;
}

/* Threads at the start first, by template. */
static void number_threads(Realisation *r, Trace *trace)
{
    Finite *f = r->f;
    uint32_t count = 0;
    for (uint32_t t = 0; t < f->p->templates.count; t++)
        for (uint32_t i = 0; i < r->threads.count; i++) {
            FiniteThread *thread = &r->threads.data[i];
            if (thread->edge != NO_ID || locals_template(&f->locals, thread->start).i != t) continue;
            TraceThread initial = {{t}, {NULL, 0, 0}};
            locals_values(&f->locals, thread->start, NULL, &initial.locals);
            vec_push(f->run, &trace->initial, initial);
            thread->number = count++;
        }
    for (uint32_t i = 0; i < r->threads.count; i++)
        if (r->threads.data[i].edge != NO_ID) r->threads.data[i].number = count++;
}

static TraceStep make_step(Realisation *r, uint32_t thread, const LocalStep *step, uint32_t child)
{
    Finite *f = r->f;
    TraceStep out;
    memset(&out, 0, sizeof out);
    out.thread = r->threads.data[thread].number;
    out.edge = step->edge;
    out.child = NO_ID;
    locals_input_values(&f->locals, step->edge, step->choice, &out.inputs);
    if (child != NO_CHILD) {
        out.child = r->threads.data[child].number;
        locals_values(&f->locals, r->threads.data[child].start, &f->p->edges.data[step->edge.i], &out.child_locals);
    }
    return out;
}

static Trace *make_trace(Realisation *r)
{
    Finite *f = r->f;
    Trace *trace = run_alloc(f->run, sizeof *trace);
    load_finite_state(f, r->path.data[0]);
    locals_shared_values(&f->locals, f->shared, &trace->shared);
    number_threads(r, trace);
    for (uint32_t i = 1; i < r->path.count; i++) {
        const FiniteOrigin *o = &f->origins.data[r->path.data[i]];
        vec_push(f->run, &trace->steps, make_step(r, r->movers.data[i - 1], &o->step, r->started.data[i - 1]));
        trace->threads_created += r->started.data[i - 1] != NO_CHILD;
    }
    return trace;
}

/* The two edges of a race, with all values of their inputs. */
static const char *end_with_race(Realisation *r, const FiniteError *error, uint32_t last, Trace *trace)
{
    Finite *f = r->f;
    uint32_t n = r->movers.count;
    load_finite_state(f, last);
    LocalSteps first = *locals_steps(&f->locals, f->shared, error->locals[0]);
    LocalSteps second = *locals_steps(&f->locals, f->shared, error->locals[1]);
    for (uint32_t i = 0; i < first.count; i++)
        for (uint32_t j = 0; j < second.count; j++) {
            EdgeId x = first.data[i].edge, y = second.data[j].edge;
            uint32_t count = trace->steps.count;
            run_poll(f->run);
            vec_push(f->run, &trace->steps, make_step(r, r->movers.data[n - 1], &second.data[j], NO_CHILD));
            vec_push(f->run, &trace->steps, make_step(r, r->movers.data[n - 2], &first.data[i], NO_CHILD));
            if (!witness_race(f->q->reported, f->p->edges.count, trace, x, y)) return NULL;
            trace->steps.count = count;
        }
    return "self-check failed: the race does not replay";
}

/* Is the error real? Then the result has a trace. */
static bool realise(Finite *f, uint32_t id, const FiniteError *error)
{
    Realisation r = {.f = f};
    find_path_of_states(&r, id);
    bool real = assign_threads(&r, error);
    if (real) {
        Trace *trace = make_trace(&r);
        const char *problem;
        if (error->is_race) {
            problem = end_with_race(&r, error, id, trace);
        } else {
            vec_push(f->run, &trace->steps, make_step(&r, vec_last(&r.movers), &error->step, NO_CHILD));
            problem = witness_error(f->q->reported, trace);
        }
        f->result->kind = problem ? FINITE_UNKNOWN : FINITE_FALSE;
        f->result->why = problem;
        f->result->trace = trace;
    }
    vec_free(f->run, &r.threads);
    vec_free(f->run, &r.path);
    vec_free(f->run, &r.movers);
    vec_free(f->run, &r.started);
    return real;
}

/* ---- the loop ---- */

/* ModelCheck.(T, k): false when k is to be larger. */
static bool decide_with_counter(Finite *f)
{
    FiniteError error;
    bool found = false, decided = true;
    intern_init(f->run, &f->ids);
    vec_clear(&f->origins);
    start(f);
    for (uint32_t id = 0; id < f->ids.count && !found; id++) {
        run_poll(f->run);
        found = expand_finite_state(f, id, &error);
        if (found) decided = realise(f, id, &error);
    }
    f->result->states = f->ids.count;
    if (found)
        intern_clear(&f->ids);
    else
        f->result->kind = FINITE_TRUE;
    run_log(f->run, 1, "finite: k = %u, %llu states%s", f->k, (unsigned long long)f->result->states,
            found ? decided ? ": real error" : ": abstract error" : "");
    return decided;
}

/* The program with those accesses only that can be part of a race in question. */
static Program *program_of_asked_accesses(const FiniteQuestion *q)
{
    const Program *p = q->threads;
    Program *out = program_copy_frame(p, true);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        Edge edge = p->edges.data[e];
        Access *kept = run_alloc(p->run, (edge.access_count + 1) * sizeof *kept);
        uint32_t count = 0;
        for (uint32_t i = 0; i < edge.access_count; i++)
            if (access_is_asked(p, p->edges.count, q->asks, (EdgeId){e}, i)) kept[count++] = edge.accesses[i];
        edge.accesses = kept;
        edge.access_count = count;
        program_add_edge(out, &edge);
        run_release(p->run, kept);
    }
    program_index(out);
    return out;
}

/* See circ.c. */
static bool starts_in_atomic(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial == COUNT_MANY && p->locs.data[p->templates.data[t].entry.i].atomic)
            return true;
    return false;
}

void finite_check(const FiniteQuestion *question, FiniteResult *result)
{
    memset(result, 0, sizeof *result);
    Finite f = {.q = question, .result = result, .run = question->threads->run};
    f.p = question->asks ? program_of_asked_accesses(question) : question->threads;
    result->kind = FINITE_UNKNOWN;
    result->why = "any number of threads start inside an atomic section";
    if (starts_in_atomic(f.p)) return;
    result->why = "the number of threads that are told apart grows without end";
    locals_init(&f.locals, f.p);
    while (f.k <= K_MAX && !decide_with_counter(&f))
        f.k++;
    result->k = f.k;
    vec_free(f.run, &f.origins);
    vec_free(f.run, &f.counts);
    result->locals = f.locals;
    result->configurations = f.ids;
    if (result->kind != FINITE_TRUE) locals_clear(&f.locals);
}

void finite_clear(FiniteResult *result)
{
    if (result->kind != FINITE_TRUE) return;
    locals_clear(&result->locals);
    intern_clear(&result->configurations);
}
