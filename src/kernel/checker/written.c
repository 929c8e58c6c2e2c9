#include "kernel/checker/written.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef VEC(Assign) AssignList;

/* ---- are they the threads? ---- */

static TemplateId template_of_edge(const Program *p, const Edge *e) { return p->locs.data[e->from.i].template; }

/* Can a thread come from there to there by any steps? */
static bool thread_can_come_to(const Program *p, LocId from, LocId to)
{
    bool *seen = run_alloc(p->run, p->locs.count + 1), found = false;
    VEC(LocId) open = {NULL, 0, 0};
    vec_push(p->run, &open, from);
    while (open.count && !found) {
        LocId l = vec_pop(&open);
        found = l.i == to.i;
        if (seen[l.i]) continue;
        seen[l.i] = true;
        for (uint32_t e = 0; e < p->edges.count; e++)
            if (p->edges.data[e].from.i == l.i) vec_push(p->run, &open, p->edges.data[e].to);
    }
    vec_free(p->run, &open);
    run_release(p->run, seen);
    return found;
}

/* How many of the threads come from there. */
static uint32_t count_origins(const ModularProof *proof, TemplateId of, uint32_t parent, uint32_t start)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < proof->written->origins.count; i++) {
        const ThreadOrigin *o = &proof->written->origins.data[i];
        count += o->of.i == of.i && o->parent == parent && o->start.i == start;
    }
    return count;
}

static const char *starts_problem(const Program *p, const ModularProof *proof, uint32_t parent, uint32_t *expected)
{
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        if (edge->spawn.i == NO_ID || template_of_edge(p, edge).i != proof->written->origins.data[parent].of.i)
            continue;
        if (thread_can_come_to(p, edge->to, edge->from)) return "threads are started in a loop";
        if (p->locs.data[p->templates.data[edge->spawn.i].entry.i].atomic)
            return "a thread starts in an atomic section";
        if (count_origins(proof, edge->spawn, parent, e) != 1) return "a thread that is started is not named once";
        ++*expected;
    }
    return NULL;
}

const char *written_problem(Program *p, const ModularProof *proof)
{
    const ThreadOrigins *origins = &proof->written->origins;
    const char *problem = NULL;
    uint32_t expected = 0;
    if (proof->written->from != p || origins->count > WRITTEN_THREADS_MAX || p->locs.count >= UINT16_MAX)
        return "the proof is about another program";
    for (uint32_t t = 0; t < p->templates.count; t++) {
        if (p->templates.data[t].initial == COUNT_MANY) return "any number of threads exist at the start";
        bool there = p->templates.data[t].initial == COUNT_ONE;
        if (there && p->locs.data[p->templates.data[t].entry.i].atomic) return "a thread starts in an atomic section";
        if (count_origins(proof, (TemplateId){t}, NO_ID, NO_ID) != there)
            return "a thread of the start is not named once";
        expected += there;
    }
    for (uint32_t i = 0; i < origins->count && !problem; i++) {
        if (origins->data[i].parent != NO_ID && origins->data[i].parent >= i)
            return "a thread starts before its starter";
        problem = starts_problem(p, proof, i, &expected);
    }
    /* Each expected one is there once, so there are no others when their number is right. */
    return problem ? problem : expected == origins->count ? NULL : "threads are named that the program does not have";
}

/* ---- all threads ---- */

typedef struct Own {
    const CertifyWritten *c;
    uint32_t thread;
} Own;

static Term own_var(void *arg, TermManager *tm, Term var)
{
    const Own *own = arg;
    return program_var_term(own->c->w->p, (VarId){own->c->w->threads.data[own->thread].vars[term_symbol(tm, var)]});
}

static Term own_term(const CertifyWritten *c, uint32_t thread, Term t)
{
    Own own = {c, thread};
    return term_substitute(c->from->tm, t, own_var, &own);
}

static void add_start_assignments(CertifyWritten *c, uint32_t thread, EdgeId start, AssignList *out)
{
    const Edge *e = &c->from->edges.data[start.i];
    for (uint32_t i = 0; i < c->w->origins.count; i++) {
        const WrittenThread *child = &c->w->threads.data[i];
        if (c->w->origins.data[i].parent != thread || c->w->origins.data[i].start.i != start.i) continue;
        vec_push(c->from->run, out, ((Assign){child->started, term_bool(c->from->tm, true)}));
        for (uint32_t a = 0; a < e->arg_count; a++)
            vec_push(c->from->run, out,
                     ((Assign){{child->vars[e->args[a].var.i]}, own_term(c, thread, e->args[a].value)}));
    }
}

static void add_written_edge(CertifyWritten *c, uint32_t thread, EdgeId id)
{
    const Edge *e = &c->from->edges.data[id.i];
    const WrittenThread *self = &c->w->threads.data[thread];
    Program *p = c->w->p;
    Edge out = edge_make((LocId){self->locs[e->from.i]}, (LocId){self->locs[e->to.i]}, e->pos);
    AssignList assigns = {0};
    out.guard = own_term(c, thread, e->guard);
    if (self->started.i != NO_ID && out.from.i == p->templates.data[thread].entry.i)
        out.guard = term_and(p->tm, out.guard, program_var_term(p, self->started));
    for (uint32_t i = 0; i < e->assign_count; i++)
        vec_push(p->run, &assigns,
                 ((Assign){{self->vars[e->assigns[i].var.i]}, own_term(c, thread, e->assigns[i].value)}));
    Term pc = term_const(p->tm, p->vars.data[self->pc.i].sort, e->to.i);
    vec_push(p->run, &assigns, ((Assign){self->pc, pc}));
    if (e->spawn.i != NO_ID) add_start_assignments(c, thread, id, &assigns);
    out.assigns = assigns.data;
    out.assign_count = assigns.count;
    out.is_error = e->is_error;
    out.property = e->property;
    program_add_edge(p, &out);
    vec_free(p->run, &assigns);
}

static bool starts_as(const CertifyWritten *c, uint32_t v, Term init)
{
    return term_same(c->w->p->vars.data[v].init, init) && c->w->p->vars.data[v].class == VAR_SHARED;
}

/* The numbers of variables are the format's; that they start as they should is not taken from there. */
static bool starts_are_right(const CertifyWritten *c)
{
    const Program *p = c->from;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && !starts_as(c, v, p->vars.data[v].init)) return false;
    for (uint32_t i = 0; i < c->w->origins.count; i++) {
        const WrittenThread *thread = &c->w->threads.data[i];
        TemplateId of = c->w->origins.data[i].of;
        for (uint32_t v = 0; v < p->vars.count; v++)
            if (program_is_local_of(p, (VarId){v}, of) && !starts_as(c, thread->vars[v], p->vars.data[v].init))
                return false;
        Sort sort = c->w->p->vars.data[thread->pc.i].sort;
        if (!starts_as(c, thread->pc.i, term_const(p->tm, sort, p->templates.data[of.i].entry.i))) return false;
        bool is_initial = c->w->origins.data[i].parent == NO_ID;
        if (!is_initial && !starts_as(c, thread->started.i, term_bool(p->tm, false))) return false;
    }
    return true;
}

/* ---- what matters, and to whom ---- */

typedef struct Mark {
    CertifyWritten *c;
    uint32_t reader; /* as a bit */
    bool changed;
} Mark;

static void mark_relevant_and_read(void *arg, Term var)
{
    Mark *m = arg;
    uint32_t v = term_symbol(m->c->from->tm, var);
    m->changed |= !m->c->relevant[v] || (m->c->reads[v] | m->reader) != m->c->reads[v];
    m->c->relevant[v] = true;
    m->c->reads[v] |= m->reader;
}

static void mark_facts(Mark *m)
{
    const ModularProof *proof = m->c->proof;
    for (uint32_t i = 0; i < proof->mains.count; i++)
        for (uint32_t level = 0; level + 1 < m->c->w->origins.count; level++)
            for (uint32_t k = 0; k < proof->mains.data[i].facts[level].count; k++) {
                term_for_each_var(m->c->from->tm, proof->mains.data[i].facts[level].data[k].before,
                                  mark_relevant_and_read, m);
                term_for_each_var(m->c->from->tm, proof->mains.data[i].facts[level].data[k].after,
                                  mark_relevant_and_read, m);
            }
}

static void mark_edges(Mark *m)
{
    const Program *p = m->c->w->p;
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        m->reader = 1u << template_of_edge(p, edge).i;
        term_for_each_var(p->tm, edge->guard, mark_relevant_and_read, m);
        for (uint32_t i = 0; i < edge->assign_count; i++)
            if (m->c->relevant[edge->assigns[i].var.i])
                term_for_each_var(p->tm, edge->assigns[i].value, mark_relevant_and_read, m);
    }
}

static void find_written_accesses(CertifyWritten *c)
{
    const Program *p = c->w->p;
    c->relevant = run_alloc(p->run, p->vars.count + 1);
    c->reads = run_alloc(p->run, (p->vars.count + 1) * sizeof *c->reads);
    c->writes = run_alloc(p->run, (p->vars.count + 1) * sizeof *c->writes);
    Mark m = {c, 0, true};
    mark_facts(&m);
    while (m.changed) {
        m.changed = false;
        mark_edges(&m);
    }
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].assign_count; i++)
            c->writes[p->edges.data[e].assigns[i].var.i] |= 1u << template_of_edge(p, &p->edges.data[e]).i;
}

CertifyWritten *written_new(Program *p, const ModularProof *proof, const bool *errors)
{
    CertifyWritten *c = run_alloc(p->run, sizeof *c);
    c->proof = proof;
    c->from = p;
    c->w = written_out_new(p, &proof->written->origins);
    for (uint32_t i = 0; i < c->w->origins.count; i++)
        for (uint32_t e = 0; e < p->edges.count; e++) {
            const Edge *edge = &p->edges.data[e];
            if (template_of_edge(p, edge).i == c->w->origins.data[i].of.i && (!edge->is_error || errors[e]))
                add_written_edge(c, i, (EdgeId){e});
        }
    program_index(c->w->p);
    RUN_CHECK(p->run, starts_are_right(c));
    find_written_accesses(c);
    return c;
}

bool written_is_own(const CertifyWritten *c, uint32_t thread, uint32_t v)
{
    const WrittenThread *t = &c->w->threads.data[thread];
    for (uint32_t k = 0; k < c->from->vars.count; k++)
        if (t->vars[k] == v) return program_is_local_of(c->from, (VarId){k}, c->w->origins.data[thread].of);
    return t->pc.i == v;
}

/* ---- sequential programs ---- */

typedef struct Maker {
    const CertifyWritten *c;
    const CertifySequential *s;
    SequentialFrame f;
    TermManager *tm;
} Maker;

static void add_sequential_edge(Maker *m, LocId from, LocId to, Term guard, const AssignList *assigns, bool is_error)
{
    Edge e = edge_make(from, to, (SourcePos){0});
    e.guard = guard;
    if (assigns) e.assigns = assigns->data, e.assign_count = assigns->count;
    e.is_error = is_error;
    program_add_edge(m->f.p, &e);
}

/* Variables that some of the threads assign to. */
static AssignList any_values(Maker *m, uint32_t threads)
{
    const WrittenOut *w = m->c->w;
    AssignList assigns = {0};
    for (uint32_t v = 0; v < w->p->vars.count; v++)
        if (m->c->writes[v] & threads)
            vec_push(w->p->run, &assigns, ((Assign){{v}, program_var_term(w->p, (VarId){w->other[v]})}));
    return assigns;
}

static Term after_move(void *arg, TermManager *tm, Term var)
{
    const Maker *m = arg;
    uint32_t v = term_symbol(tm, var);
    if (!(m->c->writes[v] & m->s->inner)) return TERM_NONE;
    return program_var_term(m->c->w->p, (VarId){m->c->w->other[v]});
}

static Term facts(Maker *m)
{
    Term all = term_bool(m->tm, true);
    for (uint32_t i = 0; i < m->s->fact_count; i++) {
        Term after = term_substitute(m->tm, m->s->facts[i].after, after_move, m);
        Term both = term_and(m->tm, m->s->facts[i].before, after);
        all = term_and(m->tm, all, term_not(m->tm, both));
    }
    return all;
}

static void add_turn_edges(Maker *m, LocId l, bool started)
{
    SequentialPlace at = m->f.places[started][l.i];
    AssignList inner = any_values(m, m->s->inner), outer = any_values(m, m->s->outer);
    add_sequential_edge(m, at.before, at.after, facts(m), &inner, false);
    if (!started) {
        add_sequential_edge(m, at.after, at.before, TERM_NONE, &outer, false);
        add_sequential_edge(m, at.before, m->f.places[1][l.i].before, m->s->from, NULL, false);
    } else if (term_is(m->s->to)) {
        add_sequential_edge(m, at.after, m->f.error, m->s->to, NULL, true);
    }
    vec_free(m->f.p->run, &inner);
    vec_free(m->f.p->run, &outer);
}

static void add_sequential_step(Maker *m, const Edge *e, bool started)
{
    LocId from = m->f.places[started][e->from.i].after;
    AssignList assigns = {0};
    if (e->is_error) {
        if (!term_is(m->s->to)) add_sequential_edge(m, from, m->f.error, e->guard, NULL, true);
        return;
    }
    for (uint32_t i = 0; i < e->assign_count; i++)
        vec_push(m->f.p->run, &assigns, e->assigns[i]);
    add_sequential_edge(m, from, m->f.places[started][e->to.i].before, e->guard, &assigns, false);
    vec_free(m->f.p->run, &assigns);
}

Program *written_sequential(const CertifyWritten *c, const CertifySequential *s)
{
    const Program *p = c->w->p;
    bool is_query = term_is(s->to);
    Maker maker = {c, s, sequential_frame(c->w, c->proof->turns, s->thread, is_query), p->tm}, *m = &maker;
    for (uint32_t phase = is_query ? 0 : 1; phase < 2; phase++) {
        for (uint32_t l = 0; l < p->locs.count; l++)
            if (p->locs.data[l].template.i == s->thread && c->proof->turns[l]) add_turn_edges(m, (LocId){l}, phase);
        for (uint32_t e = 0; e < p->edges.count; e++)
            if (template_of_edge(p, &p->edges.data[e]).i == s->thread) add_sequential_step(m, &p->edges.data[e], phase);
    }
    program_index(m->f.p);
    return m->f.p;
}
