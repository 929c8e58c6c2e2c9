/* A thread draws a number when it copies a shared counter into one of its locals and moves the counter on, by `width`
 * or more; either in one step (a fetch-and-add), or in several while no other thread can (under a lock). As long as the
 * counter does not wrap, what was drawn lies behind it, so a number that is drawn later lies ahead of it.
 *
 * Ticket predicates (engines/symmpa/abstraction/ticket.h) say the same of numbers that are drawn in one step, to the
 * search. What is found here excuses errors before any search: it holds at locations, and rests on locks and on the
 * order of threads.
 *
 * It is the greatest set of claims, from a list of candidates made of the program's own terms, that all steps keep:
 *   always     of the counter: it is not below its first value, and not above some constant;
 *   known      of a thread at a location: conditions of branches, and how its locals lie to the counter;
 *   own        of a thread at a location: a local holds a number of its own, unless it has one of the constants that
 *              stand for "none".
 * For a step by which a thread goes from a to b, from a state in which all claims hold:
 *   1. what is claimed at b, and always, holds afterwards;
 *   2. what is known of another thread at c holds afterwards, unless locks or order say that nobody is at a and at c at
 *      once, or c is atomic: then the thread at a would not move;
 *   3. a number held at b that is not just kept from a is apart from those of other threads, with the same exception.
 * Nothing is claimed where threads start. A question that the solver does not answer counts as "not kept". It would be
 * unsound to leave out a step that changes the counter, whoever takes it. The checker of certificates asks the same
 * (kernel/kinds/exclusion/own.c). */
#include "facts/exclusion/own.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "facts/exclusion/own_claims.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/analysis/liveness.h"

#define LOCATIONS_MAX 4000 /* of programs in which they are looked for */

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Smt *smt;
    const Liveness *live;
    AreApart are_apart;
    void *arg;
    bool asks_numbers;    /* whether those of two threads are apart, too */
    OwnClaims *c;         /* of the counter and width at hand */
    bool *alive, *before; /* location by location: which claims hold there; and before the step at hand was looked at */
    OwnFact fact;         /* what is alive */
} Finder;

/* ---- what facts say ---- */

Term own_known(Program *p, const OwnFact *f, LocId l, Space space)
{
    Term known = term_is(f->known[l.i]) ? f->known[l.i] : term_bool(p->tm, true);
    return term_and(p->tm, f->always, step_now(p, known, space));
}

/* Counted up from either number there are as many as `width` to the other. */
static Term far_apart(const OwnFact *f, TermManager *tm, Term x, Term y)
{
    if (f->width == 1) return term_ne(tm, x, y);
    Term width = term_const(tm, f->sort, f->width);
    Term up = term_binary(tm, TERM_ULE, width, term_sub(tm, y, x));
    return term_and(tm, up, term_binary(tm, TERM_ULE, width, term_sub(tm, x, y)));
}

Term own_apart(Program *p, const OwnFact *f, LocId a, LocId b)
{
    Term all = term_bool(p->tm, true);
    for (uint32_t i = 0; i < f->own[a.i].count; i++)
        for (uint32_t k = 0; k < f->own[b.i].count; k++) {
            const OwnNumber *x = &f->own[a.i].data[i], *y = &f->own[b.i].data[k];
            Term both = term_and(p->tm, x->when, step_now(p, y->when, SPACE_PASSIVE));
            Term other = step_now(p, program_var_term(p, y->var), SPACE_PASSIVE);
            Term apart = far_apart(f, p->tm, program_var_term(p, x->var), other);
            all = term_and(p->tm, all, term_implies(p->tm, both, apart));
        }
    return all;
}

/* ---- what is alive ---- */

static bool *claims_alive_at(const Finder *f, LocId l) { return &f->alive[(size_t)l.i * f->c->claims.count]; }

static TemplateId template_of_location(const Finder *f, LocId l) { return f->p->locs.data[l.i].template; }

static void refresh_own_fact(Finder *f, LocId l)
{
    Term known = term_bool(f->tm, true);
    vec_clear(&f->fact.own[l.i]);
    for (uint32_t i = 0; i < f->c->claims.count; i++) {
        const OwnClaim *c = &f->c->claims.data[i];
        if (!claims_alive_at(f, l)[i]) continue;
        if (c->number.i == NO_ID)
            known = term_and(f->tm, known, c->term);
        else
            vec_push(f->p->run, &f->fact.own[l.i], ((OwnNumber){c->number, c->term}));
    }
    f->fact.known[l.i] = term_is_true(f->tm, known) ? TERM_NONE : known;
}

static void refresh_always(Finder *f) { f->fact.always = term_and_n(f->tm, f->c->always.data, f->c->always.count); }

/* Somebody may come to the location and go on. */
static bool *find_entered(const Finder *f)
{
    bool *entered = run_alloc(f->p->run, f->p->locs.count + 1);
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        if (!f->p->edges.data[i].is_error) entered[f->p->edges.data[i].to.i] = true;
    for (uint32_t t = 0; t < f->p->templates.count; t++)
        entered[f->p->templates.data[t].entry.i] = false; /* nothing is claimed there */
    return entered;
}

typedef struct Lives {
    const Finder *f;
    LocId at;
    bool all;
} Lives;

static void note_life(void *arg, Term var)
{
    Lives *l = arg;
    VarId v = {term_symbol(l->f->tm, var)};
    l->all &= l->f->p->vars.data[v.i].class != VAR_LOCAL || liveness_is_live(l->f->live, l->at, v);
}

/* Is what the claim speaks of still read? Where threads stop for good it may be what they announced. */
static bool is_claim_of_interest(const Finder *f, const OwnClaim *c, LocId l)
{
    Lives lives = {f, l, true};
    if (!program_out_count(f->p, l)) return true;
    term_for_each_var(f->tm, c->term, note_life, &lives);
    if (c->number.i != NO_ID) lives.all &= liveness_is_live(f->live, l, c->number);
    return lives.all;
}

static void start_own_claims(Finder *f)
{
    Program *p = f->p;
    bool *entered = find_entered(f);
    size_t size = (size_t)p->locs.count * f->c->claims.count + 1;
    f->alive = run_alloc(p->run, size);
    f->before = run_alloc(p->run, size);
    f->fact.known = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->fact.known);
    f->fact.own = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->fact.own);
    refresh_always(f);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        TemplateId t = p->locs.data[l].template;
        for (uint32_t i = 0; i < f->c->claims.count; i++)
            claims_alive_at(f, (LocId){l})[i] = f->c->claims.data[i].template.i == t.i && entered[l] &&
                                                is_claim_of_interest(f, &f->c->claims.data[i], (LocId){l});
        refresh_own_fact(f, (LocId){l});
    }
    run_release(p->run, entered);
}

/* ---- steps ---- */

static bool changes(Finder *f, const Edge *e, Term t)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (own_speaks_of(f->tm, t, e->assigns[i].var)) return true;
    return false;
}

static bool cannot_hold(Finder *f, Term t)
{
    if (term_is_const(f->tm, t)) return term_is_false(f->tm, t);
    run_poll(f->p->run);
    return smt_check(f->smt, &t, 1) == SMT_UNSAT;
}

static Term not_after(Finder *f, const Edge *e, Term t, Space space)
{
    return term_not(f->tm, step_before(f->p, e, t, space));
}

/* What is known when the thread takes the edge. */
static Term before_step(Finder *f, const Edge *e)
{
    return term_and(f->tm, e->guard, own_known(f->p, &f->fact, e->from, SPACE_ACTIVE));
}

/* And another thread is at m. */
static Term before_with(Finder *f, const Edge *e, LocId m)
{
    Term other = own_known(f->p, &f->fact, m, SPACE_PASSIVE), apart = own_apart(f->p, &f->fact, e->from, m);
    return term_and(f->tm, before_step(f, e), term_and(f->tm, other, apart));
}

/* Can another thread be at m when one takes the edge? */
static bool may_another_be_at(Finder *f, const Edge *e, LocId m)
{
    TemplateId t = template_of_location(f, m);
    if (f->p->locs.data[m.i].atomic) return false;
    if (t.i == template_of_location(f, e->from).i && f->p->templates.data[t.i].cardinality == COUNT_ONE) return false;
    return !f->are_apart(f->arg, e->from, m);
}

/* 3 above, for one other location. */
static bool stays_apart(Finder *f, const Edge *e, const OwnClaim *c, LocId m)
{
    Term mine = step_before(f->p, e, program_var_term(f->p, c->number), SPACE_ACTIVE);
    Term some = step_before(f->p, e, c->term, SPACE_ACTIVE), state = before_with(f, e, m);
    for (uint32_t i = 0; i < f->fact.own[m.i].count; i++) {
        const OwnNumber *n = &f->fact.own[m.i].data[i];
        Term both = term_and(f->tm, some, step_now(f->p, n->when, SPACE_PASSIVE));
        Term other = step_now(f->p, program_var_term(f->p, n->var), SPACE_PASSIVE);
        Term near = term_not(f->tm, far_apart(&f->fact, f->tm, mine, other));
        if (!cannot_hold(f, term_and(f->tm, state, term_and(f->tm, both, near)))) return false;
    }
    return true;
}

/* The first location of the same template at which as much was claimed; or l itself. */
static LocId first_like(const Finder *f, const bool *table, LocId l)
{
    uint32_t n = f->c->claims.count;
    for (uint32_t k = 0; k < l.i; k++)
        if (template_of_location(f, (LocId){k}).i == template_of_location(f, l).i &&
            f->p->locs.data[k].atomic == f->p->locs.data[l.i].atomic &&
            memcmp(&table[(size_t)k * n], &table[(size_t)l.i * n], n) == 0)
            return (LocId){k};
    return l;
}

static bool keeps_number(Finder *f, const Edge *e, const OwnClaim *c)
{
    if (IS_UNSOUND(UNSOUND_NUMBERS_SHARED)) return true;
    for (uint32_t m = 0; m < f->p->locs.count; m++) {
        if (!f->fact.own[m].count || !may_another_be_at(f, e, (LocId){m})) continue;
        LocId like = first_like(f, f->alive, (LocId){m});
        if (like.i != m && may_another_be_at(f, e, like)) continue; /* the same question */
        if (!stays_apart(f, e, c, (LocId){m})) return false;
    }
    return true;
}

/* 1 and 3. What neither held before nor is about something that the edge tests or changes is taken not to hold. */
static bool keeps_claim(Finder *f, const Edge *e, uint32_t claim)
{
    const OwnClaim *c = &f->c->claims.data[claim];
    bool had = claims_alive_at(f, e->from)[claim];
    if (c->number.i != NO_ID) {
        if (!claims_alive_at(f, e->to)[claim - 1]) return false;
        bool is_set = term_is(step_value(e, c->number));
        if (!is_set && (had || !term_is(step_value(e, f->fact.counter)))) return had;
        return !f->asks_numbers || cannot_hold(f, before_step(f, e)) || keeps_number(f, e, c);
    }
    bool is_changed = changes(f, e, c->term);
    if (!is_changed && (had || !own_have_common(f->tm, c->term, e->guard))) return had;
    return cannot_hold(f, term_and(f->tm, before_step(f, e), not_after(f, e, c->term, SPACE_ACTIVE)));
}

static bool shrink_target(Finder *f, const Edge *e)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->c->claims.count; i++) {
        bool *alive = &claims_alive_at(f, e->to)[i];
        if (!*alive || keeps_claim(f, e, i)) continue;
        *alive = false;
        changed = true;
        refresh_own_fact(f, e->to);
    }
    return changed;
}

/* 2, for one location. */
static bool shrink_other(Finder *f, const Edge *e, LocId m)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->c->claims.count; i++) {
        bool *alive = &claims_alive_at(f, m)[i];
        const OwnClaim *c = &f->c->claims.data[i];
        if (!*alive || (!c->is_shared && (c->number.i == NO_ID || claims_alive_at(f, m)[i - 1]))) continue;
        Term broken = c->is_shared ? not_after(f, e, c->term, SPACE_PASSIVE) : term_bool(f->tm, true);
        if (c->is_shared && cannot_hold(f, term_and(f->tm, before_with(f, e, m), broken))) continue;
        *alive = false;
        changed = true;
        refresh_own_fact(f, m);
    }
    return changed;
}

static bool shrink_others(Finder *f, const Edge *e)
{
    bool changed = false;
    uint32_t n = f->c->claims.count;
    if (!term_is(step_value(e, f->fact.counter))) return false;
    memcpy(f->before, f->alive, (size_t)f->p->locs.count * n);
    for (uint32_t m = 0; m < f->p->locs.count; m++) {
        LocId at = {m}, like = first_like(f, f->before, at);
        if (!may_another_be_at(f, e, at)) continue;
        if (like.i == m || !may_another_be_at(f, e, like)) {
            changed |= shrink_other(f, e, at);
        } else if (memcmp(claims_alive_at(f, at), claims_alive_at(f, like), n) != 0) {
            memcpy(claims_alive_at(f, at), claims_alive_at(f, like), n);
            changed = true;
            refresh_own_fact(f, at);
        }
    }
    return changed;
}

static bool shrink_always(Finder *f, const Edge *e)
{
    bool changed = false;
    if (!term_is(step_value(e, f->fact.counter))) return false;
    for (uint32_t i = 0; i < f->c->always.count;) {
        Term broken = not_after(f, e, f->c->always.data[i], SPACE_SHARED);
        if (cannot_hold(f, term_and(f->tm, before_step(f, e), broken))) {
            i++;
            continue;
        }
        f->c->always.data[i] = vec_pop(&f->c->always);
        changed = true;
        refresh_always(f);
    }
    return changed;
}

static void shrink_own_claims(Finder *f, bool asks_numbers)
{
    f->asks_numbers = asks_numbers;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->p->edges.count; i++) {
            const Edge *e = &f->p->edges.data[i];
            if (e->is_error) continue;
            changed |= shrink_always(f, e);
            changed |= shrink_target(f, e);
            changed |= shrink_others(f, e);
        }
    }
}

/* ---- all of them ---- */

/* Is there a place where a thread has a number? */
static bool has_number_somewhere(const Finder *f)
{
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        if (f->fact.own[l].count && program_out_count(f->p, (LocId){l})) return true;
    return false;
}

/* Leaves out what others say more of. */
static void tidy_always(Finder *f)
{
    for (uint32_t i = 0; i < f->c->always.count;) {
        bool is_implied = false;
        for (uint32_t k = 0; k < f->c->always.count && !is_implied; k++)
            is_implied =
                k != i && cannot_hold(f, term_and(f->tm, f->c->always.data[k], term_not(f->tm, f->c->always.data[i])));
        if (is_implied)
            f->c->always.data[i] = vec_pop(&f->c->always);
        else
            i++;
    }
    refresh_always(f);
}

static void try_width(Finder *f, uint64_t width, Exclusions *out)
{
    f->fact = (OwnFact){.sort = f->c->sort, .counter = f->c->var, .width = width};
    own_claims_make(f->c, width);
    start_own_claims(f);
    shrink_own_claims(f, false); /* first what lies behind the counter, lest others pay for what does not */
    shrink_own_claims(f, true);
    tidy_always(f);
    if (has_number_somewhere(f)) vec_push(f->p->run, &out->owns, f->fact);
    run_release(f->p->run, f->alive);
    run_release(f->p->run, f->before);
}

static bool is_drawing_counter(const Program *p, uint32_t v)
{
    const Var *info = &p->vars.data[v];
    bool is_written = false;
    if (info->class != VAR_SHARED || info->sort.kind != SORT_BV || info->is_temporary) return false;
    if (!term_is(info->init) || !term_is_const(p->tm, info->init)) return false;
    for (uint32_t i = 0; i < p->edges.count && !is_written; i++)
        is_written = term_is(step_value(&p->edges.data[i], (VarId){v}));
    return is_written;
}

void own_find(Program *p, Smt *smt, AreApart are_apart, void *arg, Exclusions *out)
{
    Finder f = {.p = p, .tm = p->tm, .smt = smt, .are_apart = are_apart, .arg = arg};
    if (p->has_ideal_integers || p->locs.count > LOCATIONS_MAX) return;
    f.live = liveness_new(p);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (!is_drawing_counter(p, v)) continue;
        f.c = own_claims_of(p, (VarId){v});
        for (uint32_t i = 0; i < f.c->widths.count; i++)
            try_width(&f, f.c->widths.data[i], out);
        own_claims_free(f.c);
    }
}
