/* Claim of each fact: `always` is true of the shared variables; for every thread, what is `known` at its location is
 * true; and for two threads, any two numbers that both hold, each under its condition, are `width` or more apart,
 * whichever one counts up from, modulo their range.
 *
 * At the start `always` is true, as initial values say, and nothing is claimed at entries, where threads start. Let a
 * thread A take an edge from a to b that does not end the run. Asked is, with what is claimed before the step:
 *   1. afterwards `always` and what is known at b are true;
 *   2. for every location c where another thread B may be meanwhile: what is known at c is still true of it;
 *   3. and the numbers that A holds at b are apart from those that B holds at c.
 * B is nowhere that the locks and the order of threads exclude together with a; nor at an atomic location, since then A
 * would not move; nor in a template of which there is one thread only and which is A's. The locals of B, and so the
 * numbers of two other threads, do not change. */
#include "kernel/kinds/exclusion/own.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/exclusion/exclusion.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

#define OTHER 1 /* instance of the locals of B */

/* ---- terms ---- */

typedef struct Names {
    const Checker *k;
    uint32_t instance;
} Names;

static Term rename_local(void *arg, TermManager *tm, Term var)
{
    const Names *n = arg;
    uint32_t v = term_symbol(tm, var);
    if (n->k->p->vars.data[v].class != VAR_LOCAL) return TERM_NONE;
    return term_var(tm, term_sort(tm, var), v, n->instance);
}

Term own_rename(Checker *k, Term t, uint32_t instance)
{
    Names n = {k, instance};
    return instance ? term_substitute(k->tm, t, rename_local, &n) : t;
}

/* t after the edge, over the state before it; other: its locals are those of a thread that stands by. */
static Term after_own_step(Checker *k, const Edge *e, Term t, bool other)
{
    return checker_after(k, e, other ? own_rename(k, t, OTHER) : t);
}

static Term own_known_at(Checker *k, const OwnFact *f, LocId l)
{
    return term_is(f->known[l.i]) ? f->known[l.i] : term_bool(k->tm, true);
}

/* Fewer than `width` steps up from one number to the other. */
static Term is_near(Checker *k, const OwnFact *f, Term x, Term y)
{
    Term width = term_const(k->tm, f->sort, f->width);
    Term up = term_binary(k->tm, TERM_ULT, term_sub(k->tm, y, x), width);
    return term_or(k->tm, up, term_binary(k->tm, TERM_ULT, term_sub(k->tm, x, y), width));
}

void own_add_facts(Checker *k, const OwnFact *f, LocId a, LocId b, CertifyTerms *terms)
{
    vec_push(k->run, terms, f->always);
    vec_push(k->run, terms, own_known_at(k, f, a));
    vec_push(k->run, terms, own_rename(k, own_known_at(k, f, b), OTHER));
    for (uint32_t i = 0; i < f->own[a.i].count; i++)
        for (uint32_t n = 0; n < f->own[b.i].count; n++) {
            const OwnNumber *x = &f->own[a.i].data[i], *y = &f->own[b.i].data[n];
            Term both = term_and(k->tm, x->when, own_rename(k, y->when, OTHER));
            Term other = own_rename(k, program_var_term(k->p, y->var), OTHER);
            Term near = is_near(k, f, program_var_term(k->p, x->var), other);
            vec_push(k->run, terms, term_not(k->tm, term_and(k->tm, both, near)));
        }
}

/* ---- is it made well? ---- */

static bool is_made_well_at(Checker *k, const OwnFact *f, LocId l)
{
    TemplateId t = k->p->locs.data[l.i].template;
    bool is_entry = k->p->templates.data[t.i].entry.i == l.i;
    if (is_entry && (term_is(f->known[l.i]) || f->own[l.i].count)) return false;
    if (term_is(f->known[l.i]) && !checker_is_condition(k->p, f->known[l.i], t, true)) return false;
    for (uint32_t i = 0; i < f->own[l.i].count; i++) {
        const OwnNumber *n = &f->own[l.i].data[i];
        if (!program_is_local_of(k->p, n->var, t) || !sort_same(k->p->vars.data[n->var.i].sort, f->sort)) return false;
        if (!checker_is_condition(k->p, n->when, t, false)) return false;
    }
    return true;
}

static bool own_is_well_formed(Checker *k, const OwnFact *f)
{
    bool is_well = f->sort.kind == SORT_BV && f->width > 0 && sort_mask(f->sort, f->width) == f->width;
    is_well = is_well && !k->p->has_ideal_integers && checker_is_condition(k->p, f->always, (TemplateId){NO_ID}, true);
    if (!is_well) checker_fail(k, "numbers that threads have for themselves speak of more than shared variables");
    for (uint32_t l = 0; l < k->p->locs.count && !k->problem; l++)
        if (!is_made_well_at(k, f, (LocId){l}))
            checker_fail(k, "numbers that threads have for themselves are none there: %s",
                         checker_describe_location(k, (LocId){l}));
    return !k->problem;
}

/* ---- the start ---- */

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Checker *k = arg;
    return k->p->vars.data[term_symbol(tm, var)].init;
}

static void check_own_start(Checker *k, const OwnFact *f)
{
    Term at_start = term_not(k->tm, term_substitute(k->tm, f->always, initial_value, k));
    CertifyTerms terms = {&at_start, 1, 1};
    if (!checker_unsatisfiable(k, &terms, "what numbers rest on holds at the start"))
        checker_fail(k, "what numbers of `%s` rest on does not hold at the start", k->p->vars.data[f->counter.i].name);
}

/* ---- steps ---- */

static bool is_impossible_with(Checker *k, CertifyTerms *terms, Term t, const char *what)
{
    if (term_is_false(k->tm, t)) return true;
    vec_push(k->run, terms, t);
    bool impossible = checker_unsatisfiable(k, terms, what);
    (void)vec_pop(terms);
    return impossible;
}

/* 1 above. */
static bool keeps_own_claims(Checker *k, const OwnFact *f, const Edge *e)
{
    CertifyTerms terms = {NULL, 0, 0};
    Term then = term_and(k->tm, f->always, own_known_at(k, f, e->to));
    Term now = term_and(k->tm, f->always, own_known_at(k, f, e->from)), later = after_own_step(k, e, then, false);
    bool keeps = term_is_true(k->tm, later) || (term_same(then, now) && term_same(then, later));
    if (keeps) return true;
    vec_push(k->run, &terms, e->guard);
    vec_push(k->run, &terms, now);
    keeps = is_impossible_with(k, &terms, term_not(k->tm, later), "what numbers rest on stays true");
    vec_free(k->run, &terms);
    return keeps;
}

/* Did the thread hold it before, under the same condition? Then it is as far from others as it was. */
static bool is_number_kept(Checker *k, const OwnFact *f, const Edge *e, const OwnNumber *x)
{
    Term number = program_var_term(k->p, x->var);
    if (!term_same(after_own_step(k, e, number, false), number) ||
        !term_same(after_own_step(k, e, x->when, false), x->when))
        return false;
    for (uint32_t i = 0; i < f->own[e->from.i].count; i++) {
        const OwnNumber *y = &f->own[e->from.i].data[i];
        if (y->var.i == x->var.i && term_same(y->when, x->when)) return true;
    }
    return false;
}

/* Some number that the thread has got by the edge is near to one of the other thread, at c. */
static Term comes_near(Checker *k, const OwnFact *f, const Edge *e, LocId c)
{
    Term any = term_bool(k->tm, false);
    for (uint32_t i = 0; i < f->own[e->to.i].count; i++)
        for (uint32_t n = 0; n < f->own[c.i].count; n++) {
            const OwnNumber *x = &f->own[e->to.i].data[i], *y = &f->own[c.i].data[n];
            if (is_number_kept(k, f, e, x)) continue;
            Term mine = after_own_step(k, e, program_var_term(k->p, x->var), false),
                 some = after_own_step(k, e, x->when, false);
            Term other = own_rename(k, program_var_term(k->p, y->var), OTHER);
            Term both = term_and(k->tm, some, own_rename(k, y->when, OTHER));
            any = term_or(k->tm, any, term_and(k->tm, both, is_near(k, f, mine, other)));
        }
    return any;
}

/* 2 and 3. */
static bool keeps_claims_with(Checker *k, const OwnFact *f, const Edge *e, LocId c)
{
    CertifyTerms terms = {NULL, 0, 0};
    Term known = own_rename(k, own_known_at(k, f, c), OTHER), then = after_own_step(k, e, own_known_at(k, f, c), true);
    Term wrong = comes_near(k, f, e, c);
    if (!term_same(known, then)) wrong = term_or(k->tm, wrong, term_not(k->tm, then));
    if (term_is_false(k->tm, wrong)) return true;
    vec_push(k->run, &terms, e->guard);
    own_add_facts(k, f, e->from, c, &terms);
    bool keeps = is_impossible_with(k, &terms, wrong, "no other thread has the same number, or learns anything new");
    vec_free(k->run, &terms);
    return keeps;
}

static bool may_stand_by_at(Checker *k, const Exclusions *facts, const Edge *e, LocId c)
{
    const Loc *own = &k->p->locs.data[e->from.i], *other = &k->p->locs.data[c.i];
    if (!k->reached[c.i] || other->atomic) return false;
    if (own->template.i == other->template.i && k->p->templates.data[own->template.i].cardinality == COUNT_ONE)
        return false;
    return !exclusion_holds(k, facts, e->from, c);
}

static void check_own_edge(Checker *k, const Exclusions *facts, const OwnFact *f, const Edge *e)
{
    const char *name = k->p->vars.data[f->counter.i].name;
    if (!keeps_own_claims(k, f, e)) {
        checker_fail(k, "%s: what numbers of `%s` rest on is not true afterwards",
                     checker_describe_location(k, e->from), name);
        return;
    }
    for (uint32_t c = 0; c < k->p->locs.count && !k->problem; c++) {
        if (!term_is(f->known[c]) && !f->own[c].count) continue;
        if (!may_stand_by_at(k, facts, e, (LocId){c}) || keeps_claims_with(k, f, e, (LocId){c})) continue;
        checker_fail(k, "%s: another thread may have the same number of `%s`", checker_describe_location(k, e->from),
                     name);
    }
}

void own_check(Checker *k, const Exclusions *facts)
{
    for (uint32_t i = 0; i < facts->owns.count && !k->problem; i++) {
        const OwnFact *f = &facts->owns.data[i];
        if (!own_is_well_formed(k, f)) return;
        check_own_start(k, f);
        for (uint32_t n = 0; n < k->p->edges.count && !k->problem; n++) {
            const Edge *e = &k->p->edges.data[n];
            run_poll(k->run);
            if (!e->is_error && k->reached[e->from.i]) check_own_edge(k, facts, f, e);
        }
    }
}
