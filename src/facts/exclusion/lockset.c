/* Locks are inferred from what edges do, and not from names: mutexes, spin locks, the writer's side of read-write
 * locks, locks made of atomic sections or of compare-and-swap are the same thing: a shared variable that threads find
 * free and set in one step, and that only the holder sets free. What that means exactly, and why nobody else holds the
 * lock then: facts/exclusion/holding.c, where each candidate has to pass. */
#include "facts/exclusion/lockset.h"

#include <stdlib.h>

#include "base/check.h"
#include "facts/exclusion/holding.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define FREE_VALUES_MAX 4 /* tried for one variable */

typedef struct Read {
    VarId var;
    EdgeId edge;
} Read;

typedef struct Finder {
    Program *p;
    TermManager *tm;
    HoldingFlow *flow;
    bool *is_candidate;   /* per variable: some edge may test and set it */
    VEC(Read) reads;      /* of shared variables, by variable; each edge once */
    uint32_t *read_start; /* per variable; one more at the end */
    VEC(EdgeId) tests;    /* the edges that read the variable at hand */
    VarId v;
    EdgeId now;      /* while reads are collected */
    uint32_t *noted; /* per variable: the last edge that was noted, + 1 */
} Finder;

/* ---- candidates ---- */

static void note_guard_read(void *arg, Term var)
{
    Finder *f = arg;
    VarId v = {term_symbol(f->tm, var)};
    const Var *info = &f->p->vars.data[v.i];
    if (info->class != VAR_SHARED || info->sort.kind == SORT_ARRAY) return;
    const Edge *e = &f->p->edges.data[f->now.i];
    f->is_candidate[v.i] |= f->p->locs.data[e->to.i].atomic || term_is(step_value(e, v));
    if (f->noted[v.i] != f->now.i + 1) vec_push(f->p->run, &f->reads, ((Read){v, f->now}));
    f->noted[v.i] = f->now.i + 1;
}

static void find_reads_of(Finder *f, EdgeId id)
{
    const Edge *e = &f->p->edges.data[id.i];
    f->now = id;
    if (!term_is_const(f->tm, e->guard)) term_for_each_var(f->tm, e->guard, note_guard_read, f);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (!term_is_const(f->tm, e->assigns[i].value))
            term_for_each_var(f->tm, e->assigns[i].value, note_guard_read, f);
}

static int compare_reads(const void *a, const void *b)
{
    const Read *x = a, *y = b;
    if (x->var.i != y->var.i) return x->var.i < y->var.i ? -1 : 1;
    return x->edge.i < y->edge.i ? -1 : x->edge.i > y->edge.i;
}

/* Getting a lock is an edge that finds it free and sets it, or goes on to do so in an atomic section. */
static void find_reads(Finder *f)
{
    Program *p = f->p;
    bool *written = run_alloc(p->run, p->vars.count + 1);
    f->is_candidate = run_alloc(p->run, p->vars.count + 1);
    f->noted = run_alloc(p->run, (p->vars.count + 1) * sizeof *f->noted);
    f->read_start = run_alloc(p->run, (p->vars.count + 2) * sizeof *f->read_start);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        find_reads_of(f, (EdgeId){i});
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            written[p->edges.data[i].assigns[k].var.i] = true;
    }
    if (f->reads.count) qsort(f->reads.data, f->reads.count, sizeof *f->reads.data, compare_reads);
    for (uint32_t v = 0, r = 0; v <= p->vars.count; v++) {
        f->read_start[v] = r;
        while (r < f->reads.count && f->reads.data[r].var.i == v)
            r++;
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        f->is_candidate[v] &= written[v];
    run_release(p->run, written);
    run_release(p->run, f->noted);
}

/* ---- facts ---- */

/* Does a thread that holds the lock, perhaps, give it back? */
static bool is_given_back(const Finder *f)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        const Holding *from = &f->flow->at[e->from.i], *to = &f->flow->at[e->to.i];
        if (!from->is_known || !to->is_known || !term_is(from->held) || term_is(to->held)) continue;
        if (term_is(step_value(e, f->v))) return true;
    }
    return false;
}

/* Is there a place where threads hold the lock, others move, and something is to be done yet? If they only do so in
 * dependence on a local it is one when they give it back: other variables than locks are set once, too. */
static bool is_lock_of_use(const Finder *f)
{
    bool is_perhaps = false;
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        const Holding *h = &f->flow->at[l];
        if (!program_out_count(f->p, (LocId){l}) || f->p->locs.data[l].atomic || !h->is_known) continue;
        if (holding_is_sure(f->tm, h)) return true;
        is_perhaps |= term_is(h->held);
    }
    return is_perhaps && is_given_back(f);
}

static LockFact fact_of(const Finder *f)
{
    uint32_t n = f->p->locs.count;
    LockFact fact = {f->flow->taken, run_alloc(f->p->run, (n + 1) * sizeof *fact.held), run_alloc(f->p->run, n + 1)};
    for (uint32_t l = 0; l < n; l++)
        if (f->flow->at[l].is_known && term_is(f->flow->at[l].held)) {
            fact.held[l] = f->flow->at[l].held;
            fact.pending[l] = f->flow->at[l].pending;
        }
    return fact;
}

/* Does some edge find the variable free and set it, or go on to? */
static bool lock_can_be_taken(Finder *f, Term free)
{
    for (uint32_t i = 0; i < f->tests.count; i++) {
        const Edge *e = &f->p->edges.data[f->tests.data[i].i];
        Term taken = term_not(f->tm, step_before(f->p, e, free, SPACE_SHARED));
        if (f->p->locs.data[e->to.i].atomic) taken = term_bool(f->tm, true);
        if (!term_is_false(f->tm, term_and(f->tm, term_and(f->tm, e->guard, free), taken))) return true;
    }
    return false;
}

static bool try_free_value(Finder *f, Term value, Exclusions *out)
{
    Term free = term_eq(f->tm, program_var_term(f->p, f->v), value);
    if (!lock_can_be_taken(f, free)) return false;
    holding_find(f->flow, f->v, value);
    if (!is_lock_of_use(f) || !holding_is_inductive(f->flow)) return false;
    vec_push(f->p->run, &out->locks, fact_of(f));
    return true;
}

typedef struct Constants {
    Finder *f;
    Term values[FREE_VALUES_MAX];
    uint32_t count;
} Constants;

static void add_free_value(Constants *c, Term value)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (term_same(c->values[i], value)) return;
    if (c->count < FREE_VALUES_MAX) c->values[c->count++] = value;
}

static void note_comparison(void *arg, Term t)
{
    Constants *c = arg;
    TermManager *tm = c->f->tm;
    Term var = program_var_term(c->f->p, c->f->v);
    if (term_kind(tm, t) != TERM_EQ) return;
    for (uint32_t i = 0; i < 2; i++)
        if (term_same(term_arg(tm, t, i), var) && term_is_const(tm, term_arg(tm, t, 1 - i)))
            add_free_value(c, term_arg(tm, t, 1 - i));
}

/* What the variable may be when the lock is free: its initial value, and what tests compare it with. */
static void find_free_values(Finder *f, Constants *c)
{
    const Var *info = &f->p->vars.data[f->v.i];
    if (term_is(info->init) && term_is_const(f->tm, info->init)) add_free_value(c, info->init);
    for (uint32_t i = 0; i < f->tests.count; i++) {
        const Edge *e = &f->p->edges.data[f->tests.data[i].i];
        term_for_each_subterm(f->tm, e->guard, note_comparison, c);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_subterm(f->tm, e->assigns[k].value, note_comparison, c);
    }
    if (info->sort.kind != SORT_BOOL) return;
    add_free_value(c, term_bool(f->tm, false));
    add_free_value(c, term_bool(f->tm, true));
}

static void try_variable(Finder *f, Exclusions *out)
{
    Constants c = {f, {{0}}, 0};
    find_free_values(f, &c);
    for (uint32_t i = 0; i < c.count; i++)
        if (try_free_value(f, c.values[i], out)) return;
}

/* The edges that read the variable. */
static void find_tests(Finder *f)
{
    const Program *p = f->p;
    for (uint32_t i = 0; i < f->tests.count; i++)
        f->flow->tests[f->tests.data[i].i] = false;
    vec_clear(&f->tests);
    for (uint32_t i = f->read_start[f->v.i]; i < f->read_start[f->v.i + 1]; i++) {
        f->flow->tests[f->reads.data[i].edge.i] = true;
        vec_push(p->run, &f->tests, f->reads.data[i].edge);
    }
}

void lockset_find(Program *p, Smt *smt, Exclusions *out)
{
    Finder f = {.p = p, .tm = p->tm};
    f.flow = holding_new(p, smt, out);
    find_reads(&f);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (!f.is_candidate[v]) continue;
        run_poll(p->run);
        f.v = (VarId){v};
        find_tests(&f);
        try_variable(&f, out);
    }
    holding_free(f.flow);
    vec_free(p->run, &f.tests);
    vec_free(p->run, &f.reads);
    run_release(p->run, f.read_start);
    run_release(p->run, f.is_candidate);
}
