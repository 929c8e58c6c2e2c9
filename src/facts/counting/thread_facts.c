/* Candidates of what holds always are bounds of shared variables: constants with which they, or copies of them, are
 * compared. The other candidates are the tests of a template, values that variables are set to, and that a test holds
 * if a flag is set, since tests are often kept in flags first. All of them are claimed of every location but the first
 * (there as well of a thread that is there at first, if they hold then);
 * what an edge of the thread does not make true, or an edge of another thread makes false, is dropped, until the rest
 * is kept by every edge. So it is an invariant by induction over the steps, if what the counts say is one. */
#include "facts/counting/thread_facts.h"

#include "base/check.h"
#include "base/unsound.h"
#include "facts/counting/counts.h"
#include "facts/counting/fact_guess.h"
#include "facts/exclusion/after.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define TESTS_MAX 10
#define TESTS_MAX_SHARED 24
#define FLAGS_MAX 4
#define BOUNDS_MAX 32
#define LOCS_MAX 300         /* of a program */
#define CHECKS_MAX 1000      /* of the solver, for counts and facts together; */
#define BOUND_CHECKS_MAX 200 /* for bounds alone */

typedef struct Claims {
    TemplateId template;
    VEC(Term) tests, flags, all;
} Claims;

typedef struct EverywhereBounds {
    VEC(Term) all;
    bool holds[BOUNDS_MAX];
} EverywhereBounds;

struct ThreadFacts {
    Program *p;
    TermManager *tm;
    Smt *smt;
    bool with_shared, with_assigned;
    Claims *of;   /* per template */
    bool **holds; /* per location: per claim of its template */
    EverywhereBounds everywhere;
    const CountSums *sums; /* of the counts */
    Term *known;           /* per location: what the counts say; TERM_NONE: not asked yet */
    Term *after;           /* room for claims */
};

/* ---- candidates ---- */

typedef struct Look {
    const ThreadFacts *f;
    bool fits, is_shared;
} Look;

static void look_at_fact_variable(void *arg, Term var)
{
    Look *l = arg;
    const Var *v = &l->f->p->vars.data[term_symbol(l->f->tm, var)];
    bool is_shared = v->class == VAR_SHARED;
    l->is_shared |= is_shared;
    l->fits &= (v->class == VAR_LOCAL || (is_shared && l->f->with_shared)) && v->sort.kind != SORT_ARRAY;
}

static Look look_at_fact_term(const ThreadFacts *f, Term t)
{
    Look l = {f, true, false};
    term_for_each_var(f->tm, t, look_at_fact_variable, &l);
    return l;
}

static bool fits(const ThreadFacts *f, Term t) { return look_at_fact_term(f, t).fits && !term_is_const(f->tm, t); }

static void add_test(ThreadFacts *f, Claims *c, Term t)
{
    for (uint32_t i = 0; i < c->tests.count; i++)
        if (term_same(c->tests.data[i], t)) return;
    if (c->tests.count < (f->with_shared ? TESTS_MAX_SHARED : TESTS_MAX) && fits(f, t))
        vec_push(f->p->run, &c->tests, t);
}

/* Where a flag keeps a test, its failing is passed as well as its success. */
static void add_flag_tests(ThreadFacts *f, Claims *c, Term t)
{
    TermKind kind = term_kind(f->tm, t);
    if (kind != TERM_AND && kind != TERM_VAR) add_test(f, c, term_not(f->tm, t));
}

static void add_guard_tests(ThreadFacts *f, Claims *c, Term t)
{
    TermKind kind = term_kind(f->tm, t);
    if (kind == TERM_VAR && !f->with_shared) return;
    if (kind != TERM_AND) add_test(f, c, t);
    for (uint32_t i = 0; kind == TERM_AND && i < term_arity(f->tm, t); i++)
        add_guard_tests(f, c, term_arg(f->tm, t, i));
}

static void add_fact_flag(ThreadFacts *f, Claims *c, VarId v)
{
    Term flag = program_var_term(f->p, v);
    for (uint32_t i = 0; i < c->flags.count; i++)
        if (term_same(c->flags.data[i], flag)) return;
    if (c->flags.count < FLAGS_MAX) vec_push(f->p->run, &c->flags, flag);
}

static TemplateId template_of_edge(const Program *p, const Edge *e) { return p->locs.data[e->from.i].template; }

static void add_assignment_tests(ThreadFacts *f, Claims *c, const Edge *e, Assign a)
{
    const Var *v = &f->p->vars.data[a.var.i];
    Term equality = term_eq(f->tm, program_var_term(f->p, a.var), a.value);
    bool is_const = term_is_const(f->tm, a.value), is_flag = v->sort.kind == SORT_BOOL;
    if (v->class != VAR_LOCAL && !f->with_shared) return;
    if (f->with_shared && v->sort.kind != SORT_ARRAY && !after_changes(f->p, e, a.value)) add_test(f, c, equality);
    if (v->class != VAR_LOCAL) return;
    if (is_const && !is_flag) add_test(f, c, equality);
    if (is_const || !is_flag) return;
    add_guard_tests(f, c, a.value);
    if (f->with_shared) add_flag_tests(f, c, a.value);
    if (fits(f, a.value)) add_fact_flag(f, c, a.var);
}

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    (void)tm;
    return p->vars.data[term_symbol(p->tm, var)].init; /* TERM_NONE, arbitrary: the variable itself */
}

static void add_bound(ThreadFacts *f, Term bound)
{
    EverywhereBounds *b = &f->everywhere;
    for (uint32_t i = 0; i < b->all.count; i++)
        if (term_same(b->all.data[i], bound)) return;
    Term first = term_substitute(f->tm, bound, initial_value, f->p);
    if (!term_is_true(f->tm, first) || term_is_const(f->tm, bound) || b->all.count == BOUNDS_MAX) return;
    b->holds[b->all.count] = true;
    vec_push(f->p->run, &b->all, bound);
}

/* What one thread counts. */
static void collect_guesses(ThreadFacts *f, Claims *c)
{
    Guesses own = {0}, always = {0};
    facts_guess(f->p, c->template, &own, &always);
    for (uint32_t i = 0; i < own.count; i++)
        vec_push(f->p->run, &c->all, own.data[i]);
    for (uint32_t i = 0; i < always.count; i++)
        add_bound(f, always.data[i]);
    vec_free(f->p->run, &own);
    vec_free(f->p->run, &always);
}

static void collect_fact_candidates(ThreadFacts *f, TemplateId t)
{
    Program *p = f->p;
    Claims *c = &f->of[t.i];
    c->template = t;
    if (!f->with_shared && p->templates.data[t.i].cardinality != COUNT_MANY) return;
    if (f->with_shared) collect_guesses(f, c);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (template_of_edge(p, e).i != t.i) continue;
        add_guard_tests(f, c, e->guard);
        for (uint32_t k = 0; k < e->assign_count && f->with_assigned; k++)
            add_assignment_tests(f, c, e, e->assigns[k]);
    }
    for (uint32_t i = 0; i < c->tests.count; i++) {
        vec_push(p->run, &c->all, c->tests.data[i]);
        for (uint32_t k = 0; k < c->flags.count; k++) {
            Term flag = c->flags.data[k], test = c->tests.data[i];
            if (f->with_shared && after_speaks_of(p, test, (VarId){term_symbol(f->tm, flag)})) continue;
            vec_push(p->run, &c->all, term_implies(f->tm, flag, test));
            if (f->with_shared) vec_push(p->run, &c->all, term_or(f->tm, flag, test));
        }
    }
}

/* ---- candidates: bounds ---- */

typedef struct Meets {
    const ThreadFacts *f;
    bool *marked; /* per variable */
    bool found;
} Meets;

static void look_at_mark(void *arg, Term var)
{
    Meets *m = arg;
    m->found |= m->marked[term_symbol(m->f->tm, var)];
}

static bool meets(const ThreadFacts *f, bool *marked, Term t)
{
    Meets m = {f, marked, false};
    term_for_each_var(f->tm, t, look_at_mark, &m);
    return m.found;
}

/* x, and the locals that get a value made of it, or from which it gets its own. */
static bool *find_copies_of(ThreadFacts *f, VarId x)
{
    Program *p = f->p;
    bool *marked = run_alloc(p->run, p->vars.count + 1);
    marked[x.i] = true;
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            Assign a = p->edges.data[i].assigns[k];
            bool is_local = p->vars.data[a.var.i].class == VAR_LOCAL;
            if (is_local && meets(f, marked, a.value)) marked[a.var.i] = true;
            if (a.var.i == x.i && term_kind(f->tm, a.value) == TERM_VAR) marked[term_symbol(f->tm, a.value)] = true;
        }
    return marked;
}

typedef struct Bounding {
    ThreadFacts *f;
    VarId x;
    bool *marked;
} Bounding;

/* Constants of comparisons with what is marked. */
static void add_bounds_of_atom(void *arg, Term atom)
{
    Bounding *b = arg;
    TermManager *tm = b->f->tm;
    const Var *v = &b->f->p->vars.data[b->x.i];
    TermKind at_most = v->is_signed ? TERM_SLE : TERM_ULE;
    if (term_arity(tm, atom) != 2 || !meets(b->f, b->marked, atom)) return;
    for (uint32_t i = 0; i < 2; i++) {
        Term c = term_arg(tm, atom, i), var = program_var_term(b->f->p, b->x);
        if (!term_is_const(tm, c) || !sort_same(term_sort(tm, c), v->sort)) continue;
        add_bound(b->f, term_binary(tm, at_most, var, c));
        add_bound(b->f, term_binary(tm, at_most, c, var));
    }
}

static void add_bounds(ThreadFacts *f, VarId x, bool *marked, Term condition)
{
    Bounding b = {f, x, marked};
    term_for_each_atom(f->tm, condition, add_bounds_of_atom, &b);
}

static void collect_bounds(ThreadFacts *f)
{
    for (uint32_t v = 0; v < f->p->vars.count; v++) {
        const Var *x = &f->p->vars.data[v];
        if (x->class != VAR_SHARED || x->sort.kind != SORT_BV || !term_is(x->init)) continue;
        bool *marked = find_copies_of(f, (VarId){v});
        for (uint32_t i = 0; i < f->p->edges.count; i++) {
            const Edge *e = &f->p->edges.data[i];
            run_poll(f->p->run);
            add_bounds(f, (VarId){v}, marked, e->guard);
            for (uint32_t k = 0; k < e->assign_count; k++)
                if (term_sort(f->tm, e->assigns[k].value).kind == SORT_BOOL)
                    add_bounds(f, (VarId){v}, marked, e->assigns[k].value);
        }
        run_release(f->p->run, marked);
    }
}

typedef struct Pair {
    Term of[2];
    uint32_t count;
} Pair;

static void note_in_pair(void *arg, Term var)
{
    Pair *pair = arg;
    if (pair->count < 2) pair->of[pair->count] = var;
    pair->count++;
}

/* Of two numbers whose difference may count threads one is not less than the other. */
static void collect_orders(ThreadFacts *f, const ThreadCounts *counts)
{
    for (uint32_t i = 0; i < counts->count; i++) {
        Pair pair = {.count = 0};
        if (term_kind(f->tm, counts->data[i].value) != TERM_ADD) continue;
        term_for_each_var(f->tm, counts->data[i].value, note_in_pair, &pair);
        for (uint32_t k = 0; k < 2 && pair.count == 2; k++)
            add_bound(f, term_binary(f->tm, TERM_ULE, pair.of[k], pair.of[1 - k]));
    }
}

static bool is_started_by_edge(const Program *p, TemplateId t)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].spawn.i == t.i) return true;
    return false;
}

/* Of the thread that is there at first, if its template has no others. */
static bool holds_first(const ThreadFacts *f, TemplateId t, Term claim)
{
    if (f->p->templates.data[t.i].initial != COUNT_ONE || is_started_by_edge(f->p, t)) return false;
    return term_is_true(f->tm, term_substitute(f->tm, claim, initial_value, f->p));
}

ThreadFacts *thread_facts_new(Program *p, Smt *smt, FactsAsked asked, const ThreadCounts *counts)
{
    bool with_shared = asked != FACTS_OWN;
    if (p->locs.count > LOCS_MAX) return NULL;
    ThreadFacts *f = run_alloc(p->run, sizeof *f);
    *f = (ThreadFacts){.p = p, .tm = p->tm, .smt = smt, .with_shared = with_shared};
    f->with_assigned = asked != FACTS_BOUNDS;
    f->of = run_alloc(p->run, (p->templates.count + 1) * sizeof *f->of);
    uint32_t most = 0;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        collect_fact_candidates(f, (TemplateId){t});
        if (f->of[t].all.count > most) most = f->of[t].all.count;
    }
    if (with_shared) collect_bounds(f);
    if (with_shared) collect_orders(f, counts);
    if (f->everywhere.all.count > most) most = f->everywhere.all.count;
    if (!most) return NULL;
    f->after = run_alloc(p->run, (most + 1) * sizeof *f->after);
    f->known = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->known);
    f->holds = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->holds);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        TemplateId t = p->locs.data[l].template;
        f->holds[l] = run_alloc(p->run, f->of[t.i].all.count + 1);
        for (uint32_t i = 0; i < f->of[t.i].all.count; i++)
            f->holds[l][i] = l != p->templates.data[t.i].entry.i || holds_first(f, t, f->of[t.i].all.data[i]);
    }
    return f;
}

/* ---- what holds ---- */

static const Claims *claims_at(const ThreadFacts *f, uint32_t loc) { return &f->of[f->p->locs.data[loc].template.i]; }

static Term facts_held_at(const ThreadFacts *f, uint32_t loc)
{
    const Claims *c = claims_at(f, loc);
    Term all = term_bool(f->tm, true);
    for (uint32_t i = 0; i < c->all.count; i++)
        if (f->holds[loc][i]) all = term_and(f->tm, all, c->all.data[i]);
    return all;
}

static uint32_t count_held(const ThreadFacts *f, uint32_t loc)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < claims_at(f, loc)->all.count; i++)
        count += f->holds[loc][i];
    return count;
}

static Term always(const ThreadFacts *f)
{
    Term all = term_bool(f->tm, true);
    for (uint32_t i = 0; i < f->everywhere.all.count; i++)
        if (f->everywhere.holds[i]) all = term_and(f->tm, all, f->everywhere.all.data[i]);
    return all;
}

/* What is known before a thread takes the edge. */
static Term known_before(ThreadFacts *f, const Edge *e)
{
    Term known = term_and(f->tm, e->guard, term_and(f->tm, facts_held_at(f, e->from.i), always(f)));
    if (!f->with_shared) return known;
    if (!term_is(f->known[e->from.i])) f->known[e->from.i] = counts_known(f->p, f->sums, e->from);
    return term_and(f->tm, known, f->known[e->from.i]);
}

/* Drops what the edge does not make true for the thread that takes it; true: something was. What holds before and is
 * not changed need not be asked. */
static bool keep_own(ThreadFacts *f, const Edge *e)
{
    const Claims *c = claims_at(f, e->to.i);
    const bool *from = f->holds[e->from.i];
    bool *to = f->holds[e->to.i];
    bool *asked = run_alloc(f->p->run, c->all.count + 1);
    uint32_t before = 0, left = 0;
    for (uint32_t i = 0; i < c->all.count; i++) {
        f->after[i] = to[i] ? step_before(f->p, e, c->all.data[i], SPACE_ACTIVE) : TERM_NONE;
        asked[i] = to[i] && !(from[i] && term_same(f->after[i], c->all.data[i]));
        before += asked[i];
    }
    if (before) after_keep(f->p, f->smt, known_before(f, e), f->after, asked, c->all.count);
    for (uint32_t i = 0; i < c->all.count; i++) {
        left += asked[i];
        bool is_kept = to[i] && from[i] && term_same(f->after[i], c->all.data[i]);
        to[i] = is_kept || asked[i];
    }
    run_release(f->p->run, asked);
    return left < before;
}

/* Drops what holds no longer after the edge. */
static bool keep_everywhere(ThreadFacts *f, const Edge *e)
{
    EverywhereBounds *b = &f->everywhere;
    bool asked[BOUNDS_MAX], changed = false;
    for (uint32_t i = 0; i < b->all.count; i++) {
        asked[i] = b->holds[i] && after_changes(f->p, e, b->all.data[i]);
        f->after[i] = asked[i] ? step_before(f->p, e, b->all.data[i], SPACE_ACTIVE) : TERM_NONE;
    }
    after_keep(f->p, f->smt, known_before(f, e), f->after, asked, b->all.count);
    for (uint32_t i = 0; i < b->all.count; i++) {
        if (!term_is(f->after[i]) || asked[i]) continue;
        b->holds[i] = false;
        changed = true;
    }
    return changed;
}

static bool is_single_of(const Program *p, const Edge *e, uint32_t loc)
{
    TemplateId t = p->locs.data[loc].template;
    return t.i == template_of_edge(p, e).i && p->templates.data[t.i].cardinality != COUNT_MANY;
}

/* Drops what the edge, which another thread takes, makes false for a thread at the location. */
static bool keep_other(ThreadFacts *f, const Edge *e, uint32_t loc)
{
    const Claims *c = claims_at(f, loc);
    bool *asked = run_alloc(f->p->run, c->all.count + 1);
    uint32_t before = 0, left = 0;
    for (uint32_t i = 0; i < c->all.count; i++) {
        asked[i] = f->holds[loc][i] && after_changes(f->p, e, c->all.data[i]);
        before += asked[i];
        f->after[i] = asked[i] ? step_before(f->p, e, c->all.data[i], SPACE_PASSIVE) : TERM_NONE;
    }
    if (before) {
        Term both = counts_known_pair(f->p, f->sums, e->from, (LocId){loc});
        Term here = step_now(f->p, facts_held_at(f, loc), SPACE_PASSIVE);
        Term condition = term_and(f->tm, known_before(f, e), term_and(f->tm, both, here));
        after_keep(f->p, f->smt, condition, f->after, asked, c->all.count);
    }
    for (uint32_t i = 0; i < c->all.count; i++) {
        left += asked[i];
        if (term_is(f->after[i])) f->holds[loc][i] = asked[i];
    }
    run_release(f->p->run, asked);
    return left < before;
}

static bool assigns_shared(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].class == VAR_SHARED) return true;
    return false;
}

static bool keep_others(ThreadFacts *f, const Edge *e)
{
    bool changed = false;
    if (!f->with_shared || !assigns_shared(f->p, e) || IS_UNSOUND(UNSOUND_FACT_UNSTABLE)) return false;
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        if (!is_single_of(f->p, e, l)) changed |= keep_other(f, e, l);
    return changed;
}

bool thread_facts_settle(ThreadFacts *f, const ThreadCounts *counts)
{
    f->sums = counts_sums(f->p, counts);
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        f->known[l] = TERM_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->p->edges.count; i++)
            if (!f->p->edges.data[i].is_error) changed |= keep_own(f, &f->p->edges.data[i]);
        for (uint32_t i = 0; i < f->p->edges.count && f->with_shared; i++)
            if (!f->p->edges.data[i].is_error) changed |= keep_everywhere(f, &f->p->edges.data[i]);
        for (uint32_t i = 0; i < f->p->edges.count && !changed; i++)
            if (!f->p->edges.data[i].is_error) changed |= keep_others(f, &f->p->edges.data[i]);
        if (changed && smt_stats(f->smt).checks > (f->with_assigned ? CHECKS_MAX : BOUND_CHECKS_MAX)) return false;
    }
    return true;
}

void thread_facts_say(const ThreadFacts *f, ThreadCounts *out)
{
    out->facts = run_alloc(f->p->run, (f->p->locs.count + 1) * sizeof *out->facts);
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        if (count_held(f, l)) out->facts[l] = facts_held_at(f, l);
    out->everywhere = term_is_true(f->tm, always(f)) ? TERM_NONE : always(f);
}
