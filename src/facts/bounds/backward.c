/* A node is a location and a condition: "a thread is there, and it holds". Its predecessors, one for each edge that
 * leads to the location, are such that every step to a state of the node, with what other threads do afterwards, is
 * from a state of one of them: weakest preconditions, in which shared variables have values of their own where others
 * may have assigned to them since (instances other than 0, existentially quantified, as are inputs). Conjuncts of
 * guards that have no variable in common with the rest are left out, which only makes conditions weaker. When the
 * predecessors of a set of nodes are in the set or have no model, and no thread starts in one, no state of the set is
 * ever reached: by induction on the number of steps. Nodes of several threads' templates: that where a thread starts is
 * preceded by the step that starts it, of another thread. */
#include "facts/bounds/backward.h"

#include "base/check.h"
#include "base/intern.h"
#include "facts/bounds/available.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/decide.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define NODES_NEAR 24    /* of one error, without looking far */
#define NODES_FAR 64     /* of one error */
#define CHECKS_MAX 20000 /* of all errors */
#define SUBTERMS_MAX 300 /* subterms of a condition */
#define CHECK_MILLISECONDS 200
/* Of the solver (smt_effort); a million is about 0.2 s. What is refuted takes little, as a rule, but sums of several
 * products do not. */
#define EFFORT_ONE 2000000     /* for one error */
#define EFFORT_ALL 10000000    /* for all; */
#define EFFORT_REFUTED 2000000 /* each that is refuted earns so much */

typedef enum Fate {
    FATE_NEW,
    FATE_OPEN,    /* of the error at hand */
    FATE_REFUTED, /* not reached */
    FATE_FAILED   /* nothing comes of it */
} Fate;

typedef struct BackwardNode {
    LocId at;
    Term condition;
    Fate fate;
} BackwardNode;

struct Backward {
    Program *p;
    TermManager *tm;
    Smt *smt;
    BackwardIsStable is_stable;
    void *arg;
    uint64_t *most; /* per variable; UINT64_MAX: no bound */
    uint32_t *in_start, *in_edges;
    bool looks_far;       /* conjuncts that only have a source in common with the condition are kept, too */
    Available *available; /* asked where it looks far; NULL: not made yet, or too large */
    uint32_t words;       /* of a set of variables; 0: not computed */
    uint64_t *sources; /* [variable * words]: what its values come from, itself included; elements of arrays do not */
    VEC(EdgeId) * starts; /* per template: edges that start its threads */
    Intern ids;           /* [location, condition] */
    VEC(BackwardNode) nodes;
    VEC(uint32_t) work, met; /* of the error at hand: to be looked at; all */
    uint64_t checks;
    uint64_t effort_one, effort_all; /* where to stop */
    bool has_given_up;               /* the error at hand is too hard for the solver */
};

/* ---- conditions ---- */

typedef struct Symbols {
    VEC(uint64_t) all; /* instance << 32 | symbol */
    const Program *p;
} Symbols;

static void note_symbol_instance(void *arg, Term var)
{
    Symbols *s = arg;
    uint64_t key = (uint64_t)term_instance(s->p->tm, var) << 32 | term_symbol(s->p->tm, var);
    for (uint32_t i = 0; i < s->all.count; i++)
        if (s->all.data[i] == key) return;
    vec_push(s->p->run, &s->all, key);
}

static Symbols symbols_with_instances(const Program *p, Term t)
{
    Symbols s = {{NULL, 0, 0}, p};
    term_for_each_var(p->tm, t, note_symbol_instance, &s);
    return s;
}

/* The largest instance of the symbol. */
static uint32_t last_instance(const Symbols *s, uint32_t symbol)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < s->all.count; i++)
        if ((uint32_t)s->all.data[i] == symbol && s->all.data[i] >> 32 > last) last = (uint32_t)(s->all.data[i] >> 32);
    return last;
}

static Term fresh_instance(const Program *p, const Symbols *s, uint32_t symbol)
{
    return term_var(p->tm, p->vars.data[symbol].sort, symbol, last_instance(s, symbol) + 1);
}

/* ---- one step back ---- */

typedef struct StepBack {
    Backward *b;
    const Edge *edge;   /* NULL: the start of the program */
    LocId at;           /* where the thread is after it */
    bool starts_thread; /* that thread is the one the edge starts */
    const Symbols *symbols;
    bool has_values; /* variables were replaced by other values than arbitrary ones */
} StepBack;

static Term rename_input(void *arg, TermManager *tm, Term var)
{
    const StepBack *s = arg;
    uint32_t v = term_symbol(tm, var);
    return s->b->p->vars.data[v].class == VAR_INPUT ? fresh_instance(s->b->p, s->symbols, v) : TERM_NONE;
}

static Term with_inputs(const StepBack *s, Term value)
{
    return term_is(value) ? term_substitute(s->b->tm, value, rename_input, (void *)(uintptr_t)s) : value;
}

/* A local of a thread that starts: TERM_NONE where it is what it happens to be. */
static Term value_at_thread_start(const StepBack *s, uint32_t v)
{
    Term value = s->edge ? step_argument(s->edge, (VarId){v}) : TERM_NONE;
    if (term_is(value)) return with_inputs(s, value);
    return s->b->p->vars.data[v].init;
}

static Term value_before_step(void *arg, TermManager *tm, Term var)
{
    StepBack *s = arg;
    const Program *p = s->b->p;
    uint32_t v = term_symbol(tm, var);
    if (term_instance(tm, var)) return TERM_NONE;
    const Var *info = &p->vars.data[v];
    CHECK(info->class != VAR_INPUT);
    if (info->class == VAR_LOCAL && (s->starts_thread || !s->edge)) {
        Term value = value_at_thread_start(s, v);
        s->has_values |= term_is(value);
        return term_is(value) ? value : fresh_instance(p, s->symbols, v);
    }
    if (info->class == VAR_SHARED && !p->locs.data[s->at.i].atomic && !s->b->is_stable(s->b->arg, s->at, (VarId){v}))
        return fresh_instance(p, s->symbols, v);
    Term value = s->edge ? with_inputs(s, step_value(s->edge, (VarId){v})) : info->init;
    s->has_values |= term_is(value);
    return value;
}

static bool shares(const Symbols *a, const Symbols *b)
{
    for (uint32_t i = 0; i < a->all.count; i++)
        for (uint32_t k = 0; k < b->all.count; k++)
            if (a->all.data[i] == b->all.data[k]) return true;
    return false;
}

/* Do values of variables of both come from a common one? */
static bool have_common_source(const Backward *b, const Symbols *a, const Symbols *c)
{
    for (uint32_t i = 0; i < a->all.count && b->words; i++)
        for (uint32_t k = 0; k < c->all.count; k++) {
            if (a->all.data[i] >> 32 || c->all.data[k] >> 32) continue;
            const uint64_t *x = b->sources + a->all.data[i] * b->words, *y = b->sources + c->all.data[k] * b->words;
            for (uint32_t w = 0; w < b->words; w++)
                if (x[w] & y[w]) return true;
        }
    return false;
}

/* Adds a conjunct of the guard that may have something to do with the condition; true when one was added. */
static bool add_related_conjuncts(const StepBack *s, Term guard, Term *condition)
{
    TermManager *tm = s->b->tm;
    Term before = *condition;
    if (term_kind(tm, guard) == TERM_AND) {
        for (uint32_t i = 0; i < term_arity(tm, guard); i++)
            add_related_conjuncts(s, term_arg(tm, guard, i), condition);
        return !term_same(before, *condition);
    }
    Term conjunct = with_inputs(s, guard);
    Symbols theirs = symbols_with_instances(s->b->p, conjunct), ours = symbols_with_instances(s->b->p, *condition);
    if (!theirs.all.count || shares(&theirs, &ours) || (s->b->looks_far && have_common_source(s->b, &theirs, &ours)))
        *condition = term_and(tm, *condition, conjunct);
    vec_free(s->b->p->run, &theirs.all);
    vec_free(s->b->p->run, &ours.all);
    return !term_same(before, *condition);
}

/* The condition before the step. *says_more: it may have no model though the one after it has. */
static Term condition_before_step(StepBack *s, Term condition, bool *says_more)
{
    Term before = term_substitute(s->b->tm, condition, value_before_step, s);
    *says_more = s->has_values;
    if (!s->edge) return before;
    while (add_related_conjuncts(s, s->edge->guard, &before))
        *says_more = true;
    return before;
}

/* ---- models ---- */

/* Without a solver where that is possible. To give up errs to the safe side: the error is not refuted. */
static SmtResult check_with_effort(Backward *b, const Term *terms, uint32_t count)
{
    switch (term_decide(b->tm, terms, count)) {
    case DECIDED_NO: return SMT_UNSAT;
    case DECIDED_YES: return SMT_SAT;
    case UNDECIDED: break;
    }
    SmtResult result = smt_check(b->smt, terms, count);
    uint64_t effort = smt_effort(b->smt);
    if (result == SMT_UNKNOWN || effort > b->effort_one || effort > b->effort_all) b->has_given_up = true;
    return result;
}

/* at: where a thread is then; .i = NO_ID: there is none yet. */
static bool has_model(Backward *b, LocId at, Term condition)
{
    Run *run = b->p->run;
    if (term_is_false(b->tm, condition)) return false;
    if (b->has_given_up || b->checks++ >= CHECKS_MAX) return true;
    AvailableTerms terms = {NULL, 0, 0};
    vec_push(run, &terms, condition);
    if (b->looks_far && !b->available) b->available = available_new(b->p);
    if (b->looks_far && b->available && at.i != NO_ID) available_add(b->available, at, condition, &terms);
    Symbols s = symbols_with_instances(b->p, condition);
    for (uint32_t i = 0; i < s.all.count; i++) {
        uint32_t v = (uint32_t)s.all.data[i];
        Sort sort = b->p->vars.data[v].sort;
        if (b->most[v] == UINT64_MAX || sort.kind != SORT_BV) continue;
        Term var = term_var(b->tm, sort, v, (uint32_t)(s.all.data[i] >> 32));
        Term most = term_bv(b->tm, sort.width, b->most[v]);
        vec_push(run, &terms, term_not(b->tm, term_binary(b->tm, TERM_SLT, most, var)));
        vec_push(run, &terms, term_not(b->tm, term_binary(b->tm, TERM_SLT, var, term_neg(b->tm, most))));
    }
    SmtResult result = check_with_effort(b, terms.data, terms.count);
    vec_free(run, &terms);
    vec_free(run, &s.all);
    return result != SMT_UNSAT;
}

/* Does it speak of the present state at all? */
static bool is_present(const Backward *b, Term condition)
{
    Symbols s = symbols_with_instances(b->p, condition);
    bool present = false;
    for (uint32_t i = 0; i < s.all.count; i++)
        present |= s.all.data[i] >> 32 == 0;
    vec_free(b->p->run, &s.all);
    return present;
}

/* ---- search ---- */

/* False: the error is not refuted. */
static bool add_backward_node(Backward *b, LocId at, Term condition)
{
    bool is_new;
    uint32_t id = intern_add(&b->ids, (uint32_t[]){at.i, condition.id}, 2, &is_new);
    if (is_new)
        vec_push(b->p->run, &b->nodes,
                 ((BackwardNode){at, condition, is_present(b, condition) ? FATE_NEW : FATE_FAILED}));
    BackwardNode *n = &b->nodes.data[id];
    if (n->fate == FATE_OPEN || n->fate == FATE_REFUTED) return true;
    if (n->fate == FATE_FAILED || b->met.count >= (b->looks_far ? NODES_FAR : NODES_NEAR)) return false;
    n->fate = FATE_OPEN;
    vec_push(b->p->run, &b->met, id);
    vec_push(b->p->run, &b->work, id);
    return true;
}

static bool add_predecessor_node(Backward *b, const BackwardNode *n, const Edge *e, bool starts_thread)
{
    Symbols symbols = symbols_with_instances(b->p, n->condition);
    StepBack s = {b, e, n->at, starts_thread, &symbols, false};
    bool says_more;
    Term before = condition_before_step(&s, n->condition, &says_more);
    vec_free(b->p->run, &symbols.all);
    if (term_size(b->tm, before, SUBTERMS_MAX) >= SUBTERMS_MAX) return false;
    if (!term_same(before, n->condition) && says_more && !has_model(b, e ? e->from : (LocId){NO_ID}, before))
        return true;
    return e && !b->has_given_up && add_backward_node(b, e->from, before);
}

/* All that precedes the node. */
static bool expand_backward_node(Backward *b, uint32_t id)
{
    BackwardNode n = b->nodes.data[id];
    TemplateId t = b->p->locs.data[n.at.i].template;
    run_poll(b->p->run);
    for (uint32_t i = b->in_start[n.at.i]; i < b->in_start[n.at.i + 1]; i++)
        if (!add_predecessor_node(b, &n, &b->p->edges.data[b->in_edges[i]], false)) return false;
    if (b->p->templates.data[t.i].entry.i != n.at.i) return true;
    if (b->p->templates.data[t.i].initial != COUNT_NONE && !add_predecessor_node(b, &n, NULL, false)) return false;
    for (uint32_t i = 0; i < b->starts[t.i].count; i++)
        if (!add_predecessor_node(b, &n, &b->p->edges.data[b->starts[t.i].data[i].i], true)) return false;
    return true;
}

/* The condition under which the error edge is taken: inputs are arbitrary. */
static Term error_condition(Backward *b, const Edge *e)
{
    Symbols none = {{NULL, 0, 0}, b->p};
    StepBack s = {b, e, e->from, false, &none, false};
    return with_inputs(&s, e->guard);
}

static bool refutes(Backward *b, LocId at, Term condition, bool looks_far)
{
    vec_clear(&b->work);
    vec_clear(&b->met);
    b->looks_far = looks_far;
    bool refuted = add_backward_node(b, at, condition);
    while (refuted && b->work.count)
        refuted = expand_backward_node(b, vec_pop(&b->work));
    for (uint32_t i = 0; i < b->met.count; i++)
        b->nodes.data[b->met.data[i]].fate = refuted ? FATE_REFUTED : FATE_NEW;
    return refuted;
}

bool backward_refutes(Backward *b, EdgeId error)
{
    const Edge *e = &b->p->edges.data[error.i];
    CHECK(e->is_error);
    b->has_given_up = false;
    b->effort_one = smt_effort(b->smt) + EFFORT_ONE;
    b->looks_far = false;
    Term condition = error_condition(b, e);
    bool refuted = !has_model(b, e->from, condition) || refutes(b, e->from, condition, false) ||
                   refutes(b, e->from, condition, true);
    if (refuted) b->effort_all += EFFORT_REFUTED;
    return refuted;
}

/* ---- set-up ---- */

static void index_entering(Backward *b)
{
    const Program *p = b->p;
    b->in_start = run_alloc(p->run, ((size_t)p->locs.count + 2) * sizeof *b->in_start);
    b->in_edges = run_alloc(p->run, ((size_t)p->edges.count + 1) * sizeof *b->in_edges);
    b->starts = run_alloc(p->run, ((size_t)p->templates.count + 1) * sizeof *b->starts);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->is_error) continue; /* nothing is after it */
        b->in_start[e->to.i + 1]++;
        if (e->spawn.i != NO_ID) vec_push(p->run, &b->starts[e->spawn.i], ((EdgeId){i}));
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        b->in_start[l + 1] += b->in_start[l];
    uint32_t *next = run_alloc(p->run, ((size_t)p->locs.count + 1) * sizeof *next);
    for (uint32_t l = 0; l < p->locs.count; l++)
        next[l] = b->in_start[l];
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!p->edges.data[i].is_error) b->in_edges[next[p->edges.data[i].to.i]++] = i;
    run_release(p->run, next);
}

typedef struct Flow {
    Backward *b;
    uint64_t *to;
    bool changed;
} Flow;

static void add_sources_of(Flow *f, uint32_t v)
{
    if (f->b->p->vars.data[v].sort.kind == SORT_ARRAY) return;
    const uint64_t *from = f->b->sources + (size_t)v * f->b->words;
    for (uint32_t w = 0; w < f->b->words; w++) {
        f->changed |= (from[w] & ~f->to[w]) != 0;
        f->to[w] |= from[w];
    }
}

static void add_value_sources(void *arg, Term var)
{
    Flow *f = arg;
    add_sources_of(f, term_symbol(f->b->tm, var));
}

/* Where the values come from, and for locals what else becomes known there: an address, and that there is an object. */
static void add_edge_sources(Flow *f, const Edge *e)
{
    const Var *vars = f->b->p->vars.data;
    for (uint32_t k = 0; k < e->assign_count; k++) {
        uint32_t to = e->assigns[k].var.i;
        f->to = f->b->sources + (size_t)to * f->b->words;
        term_for_each_var(f->b->tm, e->assigns[k].value, add_value_sources, f);
        for (uint32_t i = 0; i < e->assign_count && vars[to].class == VAR_LOCAL; i++)
            if (vars[e->assigns[i].var.i].class == VAR_LOCAL) add_sources_of(f, e->assigns[i].var.i);
    }
}

#define SOURCES_MAX 6000 /* variables */

static void find_sources(Backward *b)
{
    const Program *p = b->p;
    if (p->vars.count > SOURCES_MAX) return; /* conditions have less in common, which is sound */
    b->words = p->vars.count / 64 + 1;
    b->sources = run_alloc(p->run, ((size_t)p->vars.count + 1) * b->words * sizeof *b->sources);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class != VAR_INPUT) b->sources[(size_t)v * b->words + v / 64] |= UINT64_C(1) << v % 64;
    Flow f = {.b = b, .changed = true};
    while (f.changed) {
        f.changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++)
            add_edge_sources(&f, &p->edges.data[i]);
    }
}

Backward *backward_new(Program *p, const Bounds *bounds, BackwardIsStable is_stable, void *arg)
{
    Backward *b = run_alloc(p->run, sizeof *b);
    b->p = p, b->tm = p->tm;
    b->is_stable = is_stable, b->arg = arg;
    b->effort_all = EFFORT_ALL;
    b->smt = smt_new(p->tm);
    smt_set_timeout(b->smt, CHECK_MILLISECONDS);
    b->most = run_alloc(p->run, ((size_t)p->vars.count + 1) * sizeof *b->most);
    for (uint32_t v = 0; v < p->vars.count; v++)
        b->most[v] = UINT64_MAX;
    for (uint32_t i = 0; i < bounds->groups.count; i++)
        for (uint32_t k = 0; k < bounds->groups.data[i].vars.count; k++)
            b->most[bounds->groups.data[i].vars.data[k].i] = bounds->groups.data[i].most;
    index_entering(b);
    find_sources(b);
    intern_init(p->run, &b->ids);
    return b;
}

void backward_free(Backward *b)
{
    Run *run = b->p->run;
    smt_free(b->smt);
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        vec_free(run, &b->starts[t]);
    run_release(run, b->most);
    run_release(run, b->in_start);
    run_release(run, b->in_edges);
    run_release(run, b->starts);
    run_release(run, b->sources);
    intern_clear(&b->ids);
    vec_free(run, &b->nodes);
    vec_free(run, &b->work);
    vec_free(run, &b->met);
    run_release(run, b);
}
