/* A claim (l, F): no reachable state has a thread at l with F. F speaks of that thread's locals, of shared variables,
 * and of unknowns, which are other instances of variables and are to be read as "for some value". A set of claims is
 * true if no thread starts in a state of one, and if for every edge that leads to l and every state after it in which F
 * holds when the thread goes on, the state before the edge is in a claim of the set. Between arriving at l and going
 * on, other threads may have assigned to any shared variable that they are not kept from: F before that has an unknown
 * in its place, which is what "for some value" means here. The claims are found from the error's own, (source, guard),
 * by weakest preconditions. Conjuncts of guards may be left out: that only claims more. States that contradict what
 * threads know of their locals (known.h) are not reachable, and need no claim. */
#include "kernel/kinds/bounds/backwards.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define CLAIMS_NEAR 30 /* of one error; first with few conjuncts */
#define CLAIMS_WIDE 400
#define LARGE_TERM 2000
#define PATIENCE_NEAR 300 /* ms for one question */
#define PATIENCE_WIDE 10000

typedef struct Claim {
    LocId at;
    Term condition;
} Claim;

typedef struct Claims {
    Backwards *b;
    bool is_wide; /* which conjuncts of guards are of interest */
    VEC(Claim) all;
    VEC(uint32_t) open; /* in all: what precedes them is still to be looked at */
    const char *problem;
} Claims;

/* ---- variables of a condition ---- */

typedef VEC(Term) Vars;

typedef struct Collect {
    Run *run;
    Vars *into;
} Collect;

static void collect_symbol(void *arg, Term var)
{
    Collect *c = arg;
    vec_push(c->run, c->into, var);
}

static Vars variables(const Backwards *b, Term t)
{
    Vars vars = {NULL, 0, 0};
    Collect c = {b->p->run, &vars};
    term_for_each_var(b->p->tm, t, collect_symbol, &c);
    return vars;
}

/* ---- before an edge ---- */

typedef struct Before {
    const Backwards *b;
    const Edge *e;    /* NULL: the thread exists from the beginning */
    bool is_child;    /* the condition is the started thread's */
    LocId at;         /* where it holds */
    const Vars *in;   /* variables of the condition */
    bool is_stricter; /* something has taken the place of a variable that is not arbitrary */
} Before;

/* A value that nothing is known of: an instance that the condition does not have. */
static Term unknown_value(const Before *x, uint32_t v)
{
    TermManager *tm = x->b->p->tm;
    uint32_t instance = 1;
    for (uint32_t i = 0; i < x->in->count; i++)
        if (term_symbol(tm, x->in->data[i]) == v && term_instance(tm, x->in->data[i]) >= instance)
            instance = term_instance(tm, x->in->data[i]) + 1;
    return term_var(tm, x->b->p->vars.data[v].sort, v, instance);
}

/* Inputs of this edge are other values than those of a later one. */
static Term own_input(void *arg, TermManager *tm, Term var)
{
    const Before *x = arg;
    bool is_input = x->b->p->vars.data[term_symbol(tm, var)].class == VAR_INPUT;
    return is_input ? unknown_value(x, term_symbol(tm, var)) : TERM_NONE;
}

static Term with_own_inputs(Before *x, Term t) { return term_substitute(x->b->p->tm, t, own_input, x); }

static Term value_at_start(Before *x, uint32_t v)
{
    const Var *var = &x->b->p->vars.data[v];
    Term argument = checker_edge_gives(x->e, v);
    x->is_stricter |= term_is(argument) || term_is(var->init);
    if (term_is(argument)) return with_own_inputs(x, argument);
    return term_is(var->init) ? var->init : unknown_value(x, v);
}

static Term one_before(void *arg, TermManager *tm, Term t)
{
    Before *x = arg;
    const Program *p = x->b->p;
    uint32_t v = term_symbol(tm, t);
    if (term_instance(tm, t) > 0) return t;
    bool is_shared = p->vars.data[v].class == VAR_SHARED;
    if (!is_shared && (!x->e || x->is_child)) return value_at_start(x, v);
    bool runs_alone = p->locs.data[x->at.i].atomic;
    if (is_shared && !runs_alone && !x->b->keeps(x->b->arg, x->at, (VarId){v})) return unknown_value(x, v);
    Term value = x->e ? checker_edge_assigns(x->e, v) : p->vars.data[v].init;
    x->is_stricter |= term_is(value);
    return term_is(value) ? with_own_inputs(x, value) : t;
}

/* ---- which conjuncts are of interest ---- */

static bool have_origin(const Backwards *b, Term x, Term y)
{
    TermManager *tm = b->p->tm;
    if (term_same(x, y)) return true;
    if (term_instance(tm, x) || term_instance(tm, y) || !b->words) return false;
    for (uint32_t w = 0; w < b->words; w++)
        if (b->origins[(size_t)term_symbol(tm, x) * b->words + w] &
            b->origins[(size_t)term_symbol(tm, y) * b->words + w])
            return true;
    return false;
}

static bool is_guard_of_interest(const Claims *c, Term conjunct, Term condition)
{
    Vars xs = variables(c->b, conjunct), ys = variables(c->b, condition);
    bool found = xs.count == 0;
    for (uint32_t i = 0; i < xs.count; i++)
        for (uint32_t k = 0; k < ys.count && !found; k++)
            found = c->is_wide ? have_origin(c->b, xs.data[i], ys.data[k]) : term_same(xs.data[i], ys.data[k]);
    vec_free(c->b->p->run, &xs);
    vec_free(c->b->p->run, &ys);
    return found;
}

/* The condition with the conjuncts of the guard that are, directly or through others. */
static Term with_guard(Claims *c, Before *x, Term condition)
{
    TermManager *tm = c->b->p->tm;
    Term guard = with_own_inputs(x, x->e->guard), before;
    do {
        before = condition;
        bool is_and = term_kind(tm, guard) == TERM_AND;
        for (uint32_t i = 0; i < (is_and ? term_arity(tm, guard) : 1); i++) {
            Term conjunct = is_and ? term_arg(tm, guard, i) : guard;
            if (is_guard_of_interest(c, conjunct, condition)) condition = term_and(tm, condition, conjunct);
        }
    } while (!term_same(before, condition));
    return condition;
}

/* ---- claims ---- */

/* at: where the thread is then, if it is wide; .i = NO_ID: nothing is known. */
static bool is_condition_possible(Backwards *b, LocId at, Term condition)
{
    TermManager *tm = b->p->tm;
    if (term_is_false(tm, condition)) return false;
    Vars vars = variables(b, condition);
    KnownTerms terms = {NULL, 0, 0};
    vec_push(b->p->run, &terms, condition);
    if (at.i != NO_ID && !b->known.at) known_find(&b->known, b->p);
    if (at.i != NO_ID) known_add(&b->known, at, condition, &terms);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint64_t most = b->most[term_symbol(tm, vars.data[i])];
        Sort sort = term_sort(tm, vars.data[i]);
        if (most == UINT64_MAX || sort.kind != SORT_BV) continue;
        Term limit = term_bv(tm, sort.width, most);
        Term above = term_binary(tm, TERM_SLT, limit, vars.data[i]),
             below = term_binary(tm, TERM_SLT, vars.data[i], term_neg(tm, limit));
        vec_push(b->p->run, &terms, term_not(tm, term_or(tm, above, below)));
    }
    bool possible = smt_check(b->smt, terms.data, terms.count) != SMT_UNSAT;
    if (!possible && b->refuted) b->refuted(b->arg, terms.data, terms.count);
    vec_free(b->p->run, &terms);
    vec_free(b->p->run, &vars);
    return possible;
}

/* Does it say anything of the state, as opposed to values that are unknown for ever? */
static bool is_about_state(const Backwards *b, Term condition)
{
    Vars vars = variables(b, condition);
    bool is_about = false;
    for (uint32_t i = 0; i < vars.count; i++)
        is_about |= term_instance(b->p->tm, vars.data[i]) == 0;
    vec_free(b->p->run, &vars);
    return is_about;
}

static void claim_unreachable(Claims *c, LocId at, Term condition)
{
    if (intern_find(&c->b->proved, (uint32_t[]){at.i, condition.id}, 2) != INTERN_NONE) return;
    if (!is_about_state(c->b, condition)) c->problem = "any state may lead there";
    for (uint32_t i = 0; i < c->all.count; i++)
        if (c->all.data[i].at.i == at.i && term_same(c->all.data[i].condition, condition)) return;
    if (c->all.count >= (c->is_wide ? CLAIMS_WIDE : CLAIMS_NEAR)) c->problem = "this takes too many steps back";
    vec_push(c->b->p->run, &c->open, c->all.count);
    vec_push(c->b->p->run, &c->all, ((Claim){at, condition}));
}

static void require_predecessor(Claims *c, const Claim *of, const Edge *e, bool is_child)
{
    if (c->problem) return;
    Vars vars = variables(c->b, of->condition);
    Before x = {c->b, e, is_child, of->at, &vars, false};
    Term before = term_substitute(c->b->p->tm, of->condition, one_before, &x);
    Term alone = before;
    if (e) before = with_guard(c, &x, before);
    bool is_stricter = x.is_stricter || !term_same(alone, before); /* else it has a model as before */
    vec_free(c->b->p->run, &vars);
    bool is_large = term_size(c->b->p->tm, before, LARGE_TERM) >= LARGE_TERM;
    if (is_large) c->problem = "the conditions become too large";
    LocId known_at = c->is_wide && e ? e->from : (LocId){NO_ID};
    bool is_other = is_stricter && !term_same(before, of->condition);
    if (is_large || (is_other && !is_condition_possible(c->b, known_at, before))) return;
    if (e)
        claim_unreachable(c, e->from, before);
    else
        c->problem = "a thread may start so";
}

static void require_all(Claims *c, Claim of)
{
    const Program *p = c->b->p;
    TemplateId t = p->locs.data[of.at.i].template;
    run_poll(p->run);
    for (uint32_t i = 0; i < c->b->in[of.at.i].count; i++)
        require_predecessor(c, &of, &p->edges.data[c->b->in[of.at.i].data[i].i], false);
    if (p->templates.data[t.i].entry.i != of.at.i) return;
    if (p->templates.data[t.i].initial != COUNT_NONE) require_predecessor(c, &of, NULL, false);
    for (uint32_t i = 0; i < c->b->starts[t.i].count; i++)
        require_predecessor(c, &of, &p->edges.data[c->b->starts[t.i].data[i].i], true);
}

static const char *problem_with(Backwards *b, const Edge *error, bool is_wide)
{
    Claims c = {.b = b, .is_wide = is_wide};
    smt_set_timeout(b->smt, is_wide ? PATIENCE_WIDE : PATIENCE_NEAR);
    Vars none = {NULL, 0, 0};
    Before x = {b, error, false, error->from, &none, false};
    Term condition = with_own_inputs(&x, error->guard);
    if (is_condition_possible(b, is_wide ? error->from : (LocId){NO_ID}, condition))
        claim_unreachable(&c, error->from, condition);
    while (c.open.count && !c.problem)
        require_all(&c, c.all.data[vec_pop(&c.open)]);
    for (uint32_t i = 0; i < c.all.count && !c.problem; i++)
        intern_add(&b->proved, (uint32_t[]){c.all.data[i].at.i, c.all.data[i].condition.id}, 2, NULL);
    vec_free(b->p->run, &c.all);
    vec_free(b->p->run, &c.open);
    return c.problem;
}

const char *backwards_problem(Backwards *b, EdgeId error)
{
    const Edge *e = &b->p->edges.data[error.i];
    CHECK(e->is_error);
    const char *problem = problem_with(b, e, false);
    return problem ? problem_with(b, e, true) : NULL;
}

/* ---- begin, end ---- */

typedef struct Spread {
    Backwards *b;
    uint32_t to;
    bool changed;
} Spread;

static void spread_from(Spread *s, uint32_t from)
{
    uint32_t words = s->b->words;
    if (s->b->p->vars.data[from].sort.kind == SORT_ARRAY) return;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t *set = &s->b->origins[(size_t)s->to * words + w], old = *set;
        *set |= s->b->origins[(size_t)from * words + w];
        s->changed |= *set != old;
    }
}

static void spread_origins(void *arg, Term var)
{
    Spread *s = arg;
    spread_from(s, term_symbol(s->b->p->tm, var));
}

static bool is_local(const Program *p, const Assign *a) { return p->vars.data[a->var.i].class == VAR_LOCAL; }

#define ORIGINS_MAX 6000 /* variables */

/* What values are made of, and for locals what is assigned at the same time; only to choose conjuncts. */
static void find_origins(Backwards *b)
{
    Program *p = b->p;
    if (p->vars.count > ORIGINS_MAX) return;
    b->words = p->vars.count / 64 + 1;
    b->origins = run_alloc(p->run, ((size_t)p->vars.count + 1) * b->words * sizeof *b->origins);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class != VAR_INPUT) b->origins[(size_t)v * b->words + v / 64] = UINT64_C(1) << v % 64;
    Spread s = {b, 0, true};
    while (s.changed) {
        s.changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            for (uint32_t k = 0; k < e->assign_count; k++) {
                s.to = e->assigns[k].var.i;
                term_for_each_var(p->tm, e->assigns[k].value, spread_origins, &s);
                for (uint32_t j = 0; j < e->assign_count && is_local(p, &e->assigns[k]); j++)
                    if (is_local(p, &e->assigns[j])) spread_from(&s, e->assigns[j].var.i);
            }
        }
    }
}

void backwards_begin(Backwards *b)
{
    Program *p = b->p;
    b->most = run_alloc(p->run, ((size_t)p->vars.count + 1) * sizeof *b->most);
    b->in = run_alloc(p->run, ((size_t)p->locs.count + 1) * sizeof *b->in);
    b->starts = run_alloc(p->run, ((size_t)p->templates.count + 1) * sizeof *b->starts);
    for (uint32_t v = 0; v < p->vars.count; v++)
        b->most[v] = UINT64_MAX;
    for (uint32_t i = 0; i < b->bounds->groups.count; i++)
        for (uint32_t k = 0; k < b->bounds->groups.data[i].vars.count; k++)
            b->most[b->bounds->groups.data[i].vars.data[k].i] = b->bounds->groups.data[i].most;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->is_error) continue; /* the run is over */
        vec_push(p->run, &b->in[e->to.i], ((EdgeId){i}));
        if (e->spawn.i != NO_ID) vec_push(p->run, &b->starts[e->spawn.i], ((EdgeId){i}));
    }
    find_origins(b);
    intern_init(p->run, &b->proved);
}

void backwards_end(Backwards *b)
{
    Run *run = b->p->run;
    for (uint32_t l = 0; l < b->p->locs.count; l++)
        vec_free(run, &b->in[l]);
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        vec_free(run, &b->starts[t]);
    intern_clear(&b->proved);
    known_clear(&b->known);
    run_release(run, b->in);
    run_release(run, b->starts);
    run_release(run, b->most);
    run_release(run, b->origins);
}
