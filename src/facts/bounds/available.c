/* A forward analysis: a fact is known where it is after all edges that lead there. Facts speak of locals of one thread
 * only, of no inputs, so that no other thread, and no later step of the same, makes them false. */
#include "facts/bounds/available.h"

#include <string.h>

#include "base/intern.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define FACTS_MAX 1024
#define LOCATIONS_MAX 6000
#define FACT_SUBTERMS 40

typedef struct AvailableFact {
    Term term;
    VEC(uint32_t) vars;
} AvailableFact;

struct Available {
    Program *p;
    Intern ids; /* of terms */
    VEC(AvailableFact) facts;
    uint32_t words;
    uint64_t *known; /* [location * words]: a bit for each fact */
};

/* ---- facts ---- */

typedef struct MentionedLocals {
    const Program *p;
    AvailableFact *fact;
    bool is_fit;
} MentionedLocals;

static void note_mentioned(void *arg, Term var)
{
    MentionedLocals *m = arg;
    uint32_t v = term_symbol(m->p->tm, var);
    m->is_fit &= m->p->vars.data[v].class == VAR_LOCAL && term_instance(m->p->tm, var) == 0 &&
                 m->p->vars.data[v].sort.kind != SORT_ARRAY;
    for (uint32_t i = 0; i < m->fact->vars.count; i++)
        if (m->fact->vars.data[i] == v) return;
    vec_push(m->p->run, &m->fact->vars, v);
}

static bool is_about(const AvailableFact *fact, uint32_t v)
{
    for (uint32_t i = 0; i < fact->vars.count; i++)
        if (fact->vars.data[i] == v) return true;
    return false;
}

/* Its number; INTERN_NONE: it is none that is kept, or one that the edge makes false. */
static uint32_t fact_number(Available *a, Term term, const Edge *after)
{
    if (term_size(a->p->tm, term, FACT_SUBTERMS) >= FACT_SUBTERMS) return INTERN_NONE;
    AvailableFact fact = {term, {NULL, 0, 0}};
    MentionedLocals m = {a->p, &fact, true};
    term_for_each_var(a->p->tm, term, note_mentioned, &m);
    bool is_fit = m.is_fit && fact.vars.count > 0;
    for (uint32_t i = 0; i < fact.vars.count && is_fit && after; i++)
        is_fit = !step_assigns(after, (VarId){fact.vars.data[i]});
    uint32_t id = INTERN_NONE;
    bool is_new = false;
    if (is_fit) {
        id = intern_find(&a->ids, &term.id, 1);
        if (id == INTERN_NONE && a->facts.count < FACTS_MAX) id = intern_add(&a->ids, &term.id, 1, &is_new);
    }
    if (is_new)
        vec_push(a->p->run, &a->facts, fact);
    else
        vec_free(a->p->run, &fact.vars);
    return id;
}

typedef void (*OnFact)(Available *a, uint32_t fact, void *arg);

static void each_conjunct(Available *a, Term guard, const Edge *e, OnFact fn, void *arg)
{
    TermManager *tm = a->p->tm;
    if (term_kind(tm, guard) == TERM_AND) {
        for (uint32_t i = 0; i < term_arity(tm, guard); i++)
            each_conjunct(a, term_arg(tm, guard, i), e, fn, arg);
        return;
    }
    uint32_t fact = fact_number(a, guard, e);
    if (fact != INTERN_NONE) fn(a, fact, arg);
}

/* Is the value the same after the edge? */
static bool stays_same(Available *a, Term value, const Edge *e)
{
    AvailableFact of = {value, {NULL, 0, 0}};
    MentionedLocals m = {a->p, &of, true};
    term_for_each_var(a->p->tm, value, note_mentioned, &m);
    for (uint32_t i = 0; i < of.vars.count; i++)
        m.is_fit &= !step_assigns(e, (VarId){of.vars.data[i]});
    vec_free(a->p->run, &of.vars);
    return m.is_fit;
}

/* What the edge makes known. */
static void each_fact_of_edge(Available *a, const Edge *e, OnFact fn, void *arg)
{
    each_conjunct(a, e->guard, e, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        const Var *var = &a->p->vars.data[v.i];
        if (var->class != VAR_LOCAL || var->sort.kind == SORT_ARRAY || !stays_same(a, e->assigns[i].value, e)) continue;
        Term equal = term_eq(a->p->tm, program_var_term(a->p, v), e->assigns[i].value);
        uint32_t fact = fact_number(a, equal, NULL);
        if (fact != INTERN_NONE) fn(a, fact, arg);
    }
}

/* ---- the analysis ---- */

static void ignore_fact(Available *a, uint32_t fact, void *arg) { (void)a, (void)fact, (void)arg; }

static void set_fact(Available *a, uint32_t fact, void *arg)
{
    (void)a;
    ((uint64_t *)arg)[fact / 64] |= UINT64_C(1) << fact % 64;
}

static void drop_assigned(Available *a, const Edge *e, uint64_t *set)
{
    if (IS_UNSOUND(UNSOUND_KNOWN_KEPT)) return;
    for (uint32_t f = 0; f < a->facts.count; f++)
        for (uint32_t i = 0; i < e->assign_count; i++)
            if (is_about(&a->facts.data[f], e->assigns[i].var.i)) set[f / 64] &= ~(UINT64_C(1) << f % 64);
}

static bool pass_edge(Available *a, const Edge *e, uint64_t *set)
{
    bool changed = false;
    memcpy(set, a->known + (size_t)e->from.i * a->words, a->words * sizeof *set);
    drop_assigned(a, e, set);
    each_fact_of_edge(a, e, set_fact, set);
    uint64_t *to = a->known + (size_t)e->to.i * a->words;
    for (uint32_t w = 0; w < a->words; w++) {
        changed |= (to[w] & ~set[w]) != 0;
        to[w] &= set[w];
    }
    return changed;
}

Available *available_new(Program *p)
{
    if (p->locs.count > LOCATIONS_MAX) return NULL;
    Available *a = run_alloc(p->run, sizeof *a);
    a->p = p;
    intern_init(p->run, &a->ids);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!p->edges.data[i].is_error) each_fact_of_edge(a, &p->edges.data[i], ignore_fact, NULL);
    a->words = a->facts.count / 64 + 1;
    a->known = run_alloc(p->run, ((size_t)p->locs.count + 1) * a->words * sizeof *a->known);
    memset(a->known, 0xff, (size_t)p->locs.count * a->words * sizeof *a->known);
    for (uint32_t t = 0; t < p->templates.count; t++)
        memset(a->known + (size_t)p->templates.data[t].entry.i * a->words, 0, a->words * sizeof *a->known);
    uint64_t *set = run_alloc(p->run, a->words * sizeof *set);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(p->run);
        for (uint32_t i = 0; i < p->edges.count; i++)
            if (!p->edges.data[i].is_error) changed |= pass_edge(a, &p->edges.data[i], set);
    }
    run_release(p->run, set);
    return a;
}

void available_add(const Available *a, LocId at, Term condition, AvailableTerms *terms)
{
    Run *run = a->p->run;
    bool *taken = run_alloc(run, a->facts.count + 1), *met = run_alloc(run, a->p->vars.count + 1);
    AvailableFact of = {condition, {NULL, 0, 0}};
    MentionedLocals m = {a->p, &of, true};
    term_for_each_var(a->p->tm, condition, note_mentioned, &m);
    for (uint32_t i = 0; i < of.vars.count; i++)
        met[of.vars.data[i]] = true;
    const uint64_t *known = a->known + (size_t)at.i * a->words;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t f = 0; f < a->facts.count; f++) {
            const AvailableFact *fact = &a->facts.data[f];
            bool shares = false;
            if (taken[f] || !(known[f / 64] >> f % 64 & 1)) continue;
            for (uint32_t i = 0; i < fact->vars.count; i++)
                shares |= met[fact->vars.data[i]];
            if (!shares) continue;
            taken[f] = more = true;
            vec_push(run, terms, fact->term);
            for (uint32_t i = 0; i < fact->vars.count; i++)
                met[fact->vars.data[i]] = true;
        }
    }
    vec_free(run, &of.vars);
    run_release(run, taken);
    run_release(run, met);
}
