#include "engines/modular/sequential.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

typedef struct Builder {
    const ModularThreads *t;
    const SequentialTask *task;
    Program *from, *p;
    TermManager *tm;
    Sequential *out;
    SequentialFrame frame;
    ThreadVars inner, outer; /* what they write */
    Term facts;
} Builder;

static bool is_query(const Builder *b) { return term_is(b->task->to); }
static bool is_of_thread(const Builder *b, LocId l) { return b->from->locs.data[l.i].template.i == b->task->thread; }

/* ---- edges ---- */

static void add_frame_edge(Builder *b, const Edge *e, SequentialEdge is)
{
    CHECK(e->is_error == (is.kind >= SEQUENTIAL_ERROR));
    program_add_edge(b->p, e);
    vec_push(b->p->run, &b->out->edges, is);
}

static void add_frame_error(Builder *b, LocId from, Term guard, SequentialEdge is)
{
    Edge e = edge_make(from, b->frame.error, b->from->locs.data[is.at.i].pos);
    e.guard = guard;
    e.is_error = true;
    add_frame_edge(b, &e, is);
}

typedef VEC(Assign) AssignList;

/* What is written has any value afterwards. */
static void add_havoc_move(Builder *b, LocId from, LocId to, const ThreadVars *written, Term guard, SequentialEdge is)
{
    Edge e = edge_make(from, to, b->from->locs.data[is.at.i].pos);
    AssignList assigns = {0};
    for (uint32_t i = 0; i < written->count; i++) {
        VarId v = {written->data[i]}, input = {b->t->written->other[v.i]};
        vec_push(b->p->run, &assigns, ((Assign){v, program_var_term(b->p, input)}));
    }
    e.guard = guard;
    e.assigns = assigns.data;
    e.assign_count = assigns.count;
    e.text = is.kind == SEQUENTIAL_ENV ? "env_move()" : "outer_move()";
    add_frame_edge(b, &e, is);
    vec_free(b->p->run, &assigns);
}

static void add_frame_turns(Builder *b, LocId l, bool started)
{
    SequentialPlace at = b->frame.places[started][l.i];
    SequentialEdge is = {SEQUENTIAL_ENV, 0, l, started};
    add_havoc_move(b, at.before, at.after, &b->inner, b->facts, is);
    if (!started) {
        is.kind = SEQUENTIAL_OUTER;
        add_havoc_move(b, at.after, at.before, &b->outer, TERM_NONE, is);
        is.kind = SEQUENTIAL_START;
        Edge e = edge_make(at.before, b->frame.places[1][l.i].before, b->from->locs.data[l.i].pos);
        e.guard = b->task->from;
        add_frame_edge(b, &e, is);
        return;
    }
    for (uint32_t i = 0; i < b->task->promise_count; i++) {
        const Promise *promise = &b->task->promises[i];
        is.kind = SEQUENTIAL_PROMISE;
        is.index = i;
        if (promise->at.i == l.i) add_frame_error(b, at.before, promise->condition, is);
    }
    is.kind = SEQUENTIAL_TARGET;
    is.index = 0;
    if (is_query(b)) add_frame_error(b, at.after, b->task->to, is);
}

/* The first error ends a run: those of other threads, and all of them in a query, are somebody else's. */
static void add_frame_step(Builder *b, EdgeId id, bool started)
{
    Edge e = b->from->edges.data[id.i];
    if (e.is_error && is_query(b)) return;
    e.approximate = NULL; /* asked of the interleaving in the end */
    SequentialEdge is = {e.is_error ? SEQUENTIAL_ERROR : SEQUENTIAL_STEP, id.i, e.from, started};
    LocId from = b->frame.places[started][e.from.i].after;
    if (e.is_error) {
        add_frame_error(b, from, e.guard, is);
        return;
    }
    e.to = b->frame.places[started][e.to.i].before;
    e.from = from;
    add_frame_edge(b, &e, is);
}

/* The value of a variable after the environment's move. */
static Term value_after_move(void *arg, TermManager *tm, Term var)
{
    const Builder *b = arg;
    uint32_t v = term_symbol(tm, var);
    for (uint32_t i = 0; i < b->inner.count; i++)
        if (b->inner.data[i] == v) return program_var_term(b->from, (VarId){b->t->written->other[v]});
    return TERM_NONE;
}

static void make_facts(Builder *b)
{
    b->facts = term_bool(b->tm, true);
    for (uint32_t i = 0; i < b->task->fact_count; i++) {
        const Fact *f = &b->task->facts[i];
        Term after = term_not(b->tm, term_substitute(b->tm, f->after, value_after_move, b));
        b->facts = term_and(b->tm, b->facts, term_implies(b->tm, f->before, after));
    }
}

Sequential *sequential_new(const ModularThreads *t, const SequentialTask *task)
{
    Builder b = {.t = t, .task = task, .from = t->p, .tm = t->p->tm};
    CHECK(task->thread < threads_count(t) && !((task->inner | task->outer) >> task->thread & 1));
    CHECK(is_query(&b) || !task->outer);
    b.out = run_alloc(t->p->run, sizeof *b.out);
    b.frame = sequential_frame(t->written, t->switches, task->thread, is_query(&b));
    b.p = b.out->p = b.frame.p;
    threads_written(t, task->inner, &b.inner);
    threads_written(t, task->outer, &b.outer);
    make_facts(&b);
    for (uint32_t phase = is_query(&b) ? 0 : 1; phase < 2; phase++) {
        for (uint32_t l = 0; l < t->p->locs.count; l++)
            if (is_of_thread(&b, (LocId){l}) && t->switches[l]) add_frame_turns(&b, (LocId){l}, phase);
        for (uint32_t e = 0; e < t->p->edges.count; e++)
            if (is_of_thread(&b, t->p->edges.data[e].from)) add_frame_step(&b, (EdgeId){e}, phase);
    }
    program_index(b.p);
    CHECK(b.out->edges.count == b.p->edges.count);
    return b.out;
}
