#include "engines/modular/threads.h"

#include "base/check.h"
#include "engines/modular/cutpoint.h"
#include "engines/modular/early.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"

typedef struct Writer {
    Run *run;
    Program *from, *p;
    TermManager *tm;
    ModularThreads *t;
    ThreadOrigins origins;
    const char *why;
} Writer;

/* ---- which threads there are ---- */

static bool reaches(const Program *p, LocId from, LocId to, bool *seen)
{
    if (from.i == to.i) return true;
    if (seen[from.i]) return false;
    seen[from.i] = true;
    for (uint32_t k = 0; k < program_out_count(p, from); k++)
        if (reaches(p, program_out_edge(p, from, k)->to, to, seen)) return true;
    return false;
}

static bool is_edge_on_cycle(const Writer *w, const Edge *e)
{
    bool *seen = run_alloc(w->run, w->from->locs.count + 1);
    bool found = reaches(w->from, e->to, e->from, seen);
    run_release(w->run, seen);
    return found;
}

static void add_written_thread(Writer *w, TemplateId of, uint32_t parent, EdgeId start)
{
    if (w->origins.count >= WRITTEN_THREADS_MAX) {
        w->why = run_format(w->run, "more than %u threads", WRITTEN_THREADS_MAX);
        return;
    }
    vec_push(w->run, &w->origins, ((ThreadOrigin){of, parent, start}));
}

/* Its first step would be one of others' moves from the initial state, where no computation of a query could start. */
static bool starts_at_atomic(const Writer *w, TemplateId of)
{
    return w->from->locs.data[w->from->templates.data[of.i].entry.i].atomic;
}

static void add_started(Writer *w, uint32_t parent)
{
    TemplateId of = w->origins.data[parent].of;
    for (uint32_t e = 0; e < w->from->edges.count && !w->why; e++) {
        const Edge *edge = &w->from->edges.data[e];
        if (edge->spawn.i == NO_ID || w->from->locs.data[edge->from.i].template.i != of.i) continue;
        if (is_edge_on_cycle(w, edge))
            w->why = "the number of threads is not fixed: some are started in a loop";
        else if (starts_at_atomic(w, edge->spawn))
            w->why = "a thread starts inside of an atomic section";
        else
            add_written_thread(w, edge->spawn, parent, (EdgeId){e});
    }
}

static void find_threads(Writer *w)
{
    for (uint32_t t = 0; t < w->from->templates.count && !w->why; t++) {
        if (w->from->templates.data[t].initial == COUNT_MANY)
            w->why = "the number of threads is not fixed: there are any number at the start";
        else if (w->from->templates.data[t].initial == COUNT_ONE && starts_at_atomic(w, (TemplateId){t}))
            w->why = "a thread starts inside of an atomic section";
        else if (w->from->templates.data[t].initial == COUNT_ONE)
            add_written_thread(w, (TemplateId){t}, NO_ID, (EdgeId){NO_ID});
    }
    for (uint32_t i = 0; i < w->origins.count && !w->why; i++)
        add_started(w, i);
}

/* ---- edges ---- */

typedef struct OwnVars {
    const Writer *w;
    const WrittenThread *thread;
} OwnVars;

static Term own_var(void *arg, TermManager *tm, Term var)
{
    const OwnVars *own = arg;
    uint32_t v = own->thread->vars[term_symbol(tm, var)];
    return v == term_symbol(tm, var) ? TERM_NONE : program_var_term(own->w->p, (VarId){v});
}

static Term to_own(const Writer *w, const WrittenThread *thread, Term t)
{
    OwnVars own = {w, thread};
    return term_substitute(w->tm, t, own_var, &own);
}

typedef VEC(Assign) AssignList;

/* The thread that the edge starts when thread `parent` takes it. */
static const WrittenThread *started_by(const Writer *w, uint32_t parent, EdgeId start)
{
    for (uint32_t i = 0; i < w->origins.count; i++)
        if (w->origins.data[i].parent == parent && w->origins.data[i].start.i == start.i)
            return &w->t->written->threads.data[i];
    RUN_CHECK(w->run, false);
    return NULL;
}

static void add_start_assigns(Writer *w, uint32_t parent, EdgeId id, AssignList *out)
{
    const Edge *e = &w->from->edges.data[id.i];
    const WrittenThread *self = &w->t->written->threads.data[parent], *child = started_by(w, parent, id);
    vec_push(w->run, out, ((Assign){child->started, term_bool(w->tm, true)}));
    for (uint32_t i = 0; i < e->arg_count; i++)
        vec_push(w->run, out, ((Assign){{child->vars[e->args[i].var.i]}, to_own(w, self, e->args[i].value)}));
}

/* A thread that may as well be there at the start goes on whenever it likes. That it always could is not for the
 * checker of certificates to know: in its program the thread may wait. */
static Term may_go(const Writer *w, uint32_t thread)
{
    VarId started = w->t->written->threads.data[thread].started, any = {w->t->written->other[started.i]};
    return program_var_term(w->p, early_starts(w->from, &w->origins, thread) ? any : started);
}

static void add_thread_edge(Writer *w, uint32_t thread, EdgeId id)
{
    const WrittenThread *self = &w->t->written->threads.data[thread];
    const Edge *e = &w->from->edges.data[id.i];
    Edge out = edge_make((LocId){self->locs[e->from.i]}, (LocId){self->locs[e->to.i]}, e->pos);
    AssignList assigns = {0};
    out.guard = to_own(w, self, e->guard);
    if (self->started.i != NO_ID && out.from.i == w->p->templates.data[thread].entry.i)
        out.guard = term_and(w->tm, out.guard, may_go(w, thread));
    for (uint32_t i = 0; i < e->assign_count; i++)
        vec_push(w->run, &assigns, ((Assign){{self->vars[e->assigns[i].var.i]}, to_own(w, self, e->assigns[i].value)}));
    vec_push(w->run, &assigns, ((Assign){self->pc, term_const(w->tm, w->p->vars.data[self->pc.i].sort, e->to.i)}));
    if (e->spawn.i != NO_ID) add_start_assigns(w, thread, id, &assigns);
    out.assigns = assigns.data;
    out.assign_count = assigns.count;
    out.is_error = e->is_error;
    out.property = e->property;
    out.what = e->what;
    out.approximate = e->approximate;
    out.text = e->text;
    program_add_edge(w->p, &out);
    vec_push(w->run, &w->t->origin, id);
    vec_free(w->run, &assigns);
}

static void add_thread_edges(Writer *w)
{
    for (uint32_t i = 0; i < w->origins.count; i++)
        for (uint32_t e = 0; e < w->from->edges.count; e++)
            if (w->from->locs.data[w->from->edges.data[e].from.i].template.i == w->origins.data[i].of.i)
                add_thread_edge(w, i, (EdgeId){e});
}

/* ---- what decides nothing ---- */

typedef struct Mark {
    Writer *w;
    bool *relevant;
    bool changed;
} Mark;

static void mark_condition_variable(void *arg, Term var)
{
    Mark *m = arg;
    bool *r = &m->relevant[term_symbol(m->w->tm, var)];
    m->changed |= !*r;
    *r = true;
}

/* Where a thread is, or whether it has been started. */
static bool is_position(const Writer *w, VarId v)
{
    for (uint32_t i = 0; i < w->origins.count; i++) {
        const WrittenThread *thread = &w->t->written->threads.data[i];
        if (thread->pc.i == v.i || thread->started.i == v.i) return true;
    }
    return false;
}

/* Leaves out assignments on which no guard depends, except where threads are. */
static void drop_unneeded_assigns(Writer *w)
{
    Program *p = w->p;
    Mark m = {w, run_alloc(w->run, p->vars.count + 1), true};
    for (uint32_t e = 0; e < p->edges.count; e++)
        term_for_each_var(w->tm, p->edges.data[e].guard, mark_condition_variable, &m);
    while (m.changed) {
        m.changed = false;
        for (uint32_t e = 0; e < p->edges.count; e++)
            for (uint32_t i = 0; i < p->edges.data[e].assign_count; i++)
                if (m.relevant[p->edges.data[e].assigns[i].var.i])
                    term_for_each_var(w->tm, p->edges.data[e].assigns[i].value, mark_condition_variable, &m);
    }
    for (uint32_t e = 0; e < p->edges.count; e++) {
        Edge *edge = &p->edges.data[e];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < edge->assign_count; i++)
            if (m.relevant[edge->assigns[i].var.i] || is_position(w, edge->assigns[i].var))
                edge->assigns[kept++] = edge->assigns[i];
        edge->assign_count = kept;
    }
    run_release(w->run, m.relevant);
}

/* ---- who reads and writes what ---- */

typedef struct Reading {
    ModularThreads *t;
    uint32_t thread;
    bool has_copies; /* of inputs: several values of one for one step */
} Reading;

static void note_reader(void *arg, Term var)
{
    Reading *r = arg;
    r->has_copies |= term_instance(r->t->p->tm, var) != 0;
    r->t->readers[term_symbol(r->t->p->tm, var)] |= 1u << r->thread;
}

/* False: some step has several values of one input, as in merged programs. */
static bool find_reads_and_writes(ModularThreads *t)
{
    bool has_copies = false;
    Program *p = t->p;
    t->readers = run_alloc(p->run, (p->vars.count + 1) * sizeof *t->readers);
    t->writers = run_alloc(p->run, (p->vars.count + 1) * sizeof *t->writers);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        Reading r = {t, p->locs.data[edge->from.i].template.i, false};
        term_for_each_var(p->tm, edge->guard, note_reader, &r);
        for (uint32_t i = 0; i < edge->assign_count; i++) {
            term_for_each_var(p->tm, edge->assigns[i].value, note_reader, &r);
            t->writers[edge->assigns[i].var.i] |= 1u << r.thread;
        }
        has_copies |= r.has_copies;
    }
    return !has_copies;
}

static void find_owners(ModularThreads *t)
{
    t->owner = run_alloc(t->p->run, (t->p->vars.count + 1) * sizeof *t->owner);
    for (uint32_t v = 0; v < t->p->vars.count; v++)
        t->owner[v] = NO_ID;
    for (uint32_t i = 0; i < threads_count(t); i++) {
        const WrittenThread *thread = &t->written->threads.data[i];
        t->owner[thread->pc.i] = i;
        for (uint32_t v = 0; v < t->from->vars.count; v++)
            if (program_is_local_of(t->from, (VarId){v}, t->written->origins.data[i].of)) t->owner[thread->vars[v]] = i;
    }
}

uint32_t threads_count(const ModularThreads *t) { return t->written->origins.count; }

ModularThreads *threads_write_out(Program *p, const char **why)
{
    ModularThreads *t = run_alloc(p->run, sizeof *t);
    Writer w = {.run = p->run, .from = p, .tm = p->tm, .t = t};
    find_threads(&w);
    if (!w.why && p->locs.count >= UINT16_MAX) w.why = "the program is too large";
    *why = w.why;
    if (w.why) return NULL;
    t->from = p;
    t->written = written_out_new(p, &w.origins);
    t->p = w.p = t->written->p;
    add_thread_edges(&w);
    drop_unneeded_assigns(&w);
    program_index(w.p);
    find_owners(t);
    program_require(w.p, "program written out");
    if (!find_reads_and_writes(t)) {
        *why = "a merged program";
        return NULL;
    }
    cutpoints_find(t);
    return t;
}

void threads_written(const ModularThreads *t, uint32_t threads, ThreadVars *out)
{
    vec_clear(out);
    for (uint32_t v = 0; v < t->p->vars.count; v++)
        if (t->writers[v] & threads) vec_push(t->p->run, out, v);
}

bool threads_has_errors(const ModularThreads *t, uint32_t thread)
{
    for (uint32_t e = 0; e < t->p->edges.count; e++)
        if (t->p->edges.data[e].is_error && t->p->locs.data[t->p->edges.data[e].from.i].template.i == thread)
            return true;
    return false;
}
