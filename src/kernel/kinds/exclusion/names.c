/* Claim, for a counter c, an array E and a parameter of some templates, that is a thread's name:
 *   A. E[y] = 0 for every y above c;
 *   B. no thread's name is above c;
 *   C. two threads do not have the same name, unless it is 0;
 *   D. E[x] = 0 when x is not 0 and is the name of a thread that is not at a location in `done`.
 * Threads with names are none of those at the start, and A holds then. No edge assigns a name, and none leaves `done`.
 * Asked is of every edge that does not end the run and changes c or E, of a thread with the name p (if it has one):
 *   1. A afterwards for an arbitrary y, given A for it;
 *   2. B and D afterwards for another thread's name x, given both for it and, by C, x = 0 or x != p;
 *   3. B afterwards for p, and D unless the edge leads into `done`;
 * and of every edge that starts a thread with a name n: that n is 0, or above c before and not above c afterwards, and
 * E[n] = 0 afterwards. By B it is then no other thread's name. */
#include "kernel/kinds/exclusion/names.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

#define OTHER_NAME 5 /* instances of the counter */
#define ANY_NUMBER 6

typedef struct NameCheck {
    Checker *k;
    TermManager *tm;
    const NameFact *f;
    Sort sort;
} NameCheck;

/* ---- terms ---- */

static Term counter_of(const NameCheck *n) { return program_var_term(n->k->p, n->f->counter); }

static Term noted(const NameCheck *n, Term name)
{
    Term bit = term_select(n->tm, program_var_term(n->k->p, n->f->ended), name);
    return term_eq(n->tm, bit, term_bv(n->tm, 1, 1));
}

static Term above(const NameCheck *n, Term name) { return term_binary(n->tm, TERM_ULT, counter_of(n), name); }

static Term is_no_name(const NameCheck *n, Term name) { return term_eq(n->tm, name, term_const(n->tm, n->sort, 0)); }

static NameCheck name_check(Checker *k, const NameFact *f)
{
    return (NameCheck){k, k->tm, f, k->p->vars.data[f->counter.i].sort};
}

Term names_say(Checker *k, const NameFact *f, Term name)
{
    NameCheck n = name_check(k, f);
    Term quiet = term_or(k->tm, is_no_name(&n, name), term_not(k->tm, noted(&n, name)));
    return term_and(k->tm, term_not(k->tm, above(&n, name)), quiet);
}

/* ---- is it made well? ---- */

static bool parameter_is_fixed(const Checker *k, VarId v)
{
    for (uint32_t i = 0; i < k->p->edges.count; i++)
        if (term_is(checker_edge_assigns(&k->p->edges.data[i], v.i))) return false;
    return true;
}

static bool names_are_well_formed(const NameCheck *n)
{
    const Program *p = n->k->p;
    const Var *counter = &p->vars.data[n->f->counter.i], *ended = &p->vars.data[n->f->ended.i];
    bool is_well = !p->has_ideal_integers && counter->class == VAR_SHARED && counter->sort.kind == SORT_BV;
    is_well = is_well && ended->class == VAR_SHARED && sort_same(ended->sort, sort_array(n->sort, sort_bv(1)));
    for (uint32_t t = 0; t < p->templates.count && is_well; t++) {
        VarId v = n->f->names[t];
        if (v.i == NO_ID) continue;
        is_well = p->templates.data[t].initial == COUNT_NONE && program_is_local_of(p, v, (TemplateId){t}) &&
                  sort_same(p->vars.data[v.i].sort, n->sort) && parameter_is_fixed(n->k, v);
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        is_well = is_well && !n->f->done[p->edges.data[i].from.i];
    return is_well;
}

static Term init_of_name_variable(void *arg, TermManager *tm, Term var)
{
    const Checker *k = arg;
    return term_instance(tm, var) ? TERM_NONE : k->p->vars.data[term_symbol(tm, var)].init;
}

static bool names_hold_at_start(const NameCheck *n)
{
    Term y = term_var(n->tm, n->sort, n->f->counter.i, ANY_NUMBER);
    Term wrong = term_and(n->tm, above(n, y), noted(n, y));
    wrong = term_substitute(n->tm, wrong, init_of_name_variable, n->k);
    return checker_impossible(n->k, &wrong, 1, "no name is noted to have ended at the start");
}

/* ---- steps ---- */

/* The name of the thread that takes the edge; TERM_NONE: it has none. */
static Term own_name(const NameCheck *n, const Edge *e)
{
    VarId v = n->f->names[n->k->p->locs.data[e->from.i].template.i];
    return v.i == NO_ID ? TERM_NONE : program_var_term(n->k->p, v);
}

/* The guard, and B and D for the thread's own name. */
static Term known_before_name_step(const NameCheck *n, const Edge *e)
{
    Term own = own_name(n, e);
    return term_is(own) ? term_and(n->tm, e->guard, names_say(n->k, n->f, own)) : e->guard;
}

static bool keeps_for_others(const NameCheck *n, const Edge *e)
{
    Term x = term_var(n->tm, n->sort, n->f->counter.i, OTHER_NAME), own = own_name(n, e);
    Term y = term_var(n->tm, n->sort, n->f->counter.i, ANY_NUMBER);
    Term all_above = term_and(n->tm, above(n, y), noted(n, y));
    Term numbers[] = {known_before_name_step(n, e), term_not(n->tm, all_above), checker_after(n->k, e, all_above)};
    Term limits[] = {known_before_name_step(n, e), term_not(n->tm, above(n, x)), checker_after(n->k, e, above(n, x))};
    Term differ = term_is(own) ? term_ne(n->tm, x, own) : term_bool(n->tm, true);
    Term others[] = {known_before_name_step(n, e), term_or(n->tm, is_no_name(n, x), differ), names_say(n->k, n->f, x),
                     term_not(n->tm, checker_after(n->k, e, names_say(n->k, n->f, x)))};
    return checker_impossible(n->k, numbers, 3, "names above the counter are not noted to have ended") &&
           checker_impossible(n->k, limits, 3, "no name is above the counter") &&
           checker_impossible(n->k, others, 4, "a thread is not noted to have ended by another one");
}

static bool keeps_for_own(const NameCheck *n, const Edge *e)
{
    Term own = own_name(n, e);
    if (!term_is(own)) return true;
    Term then = n->f->done[e->to.i] ? term_not(n->tm, above(n, own)) : names_say(n->k, n->f, own);
    Term terms[] = {known_before_name_step(n, e), term_not(n->tm, checker_after(n->k, e, then))};
    return checker_impossible(n->k, terms, 2, "a thread notes its end when it ends");
}

static bool keeps_for_child(const NameCheck *n, const Edge *e)
{
    VarId parameter = n->f->names[e->spawn.i];
    if (parameter.i == NO_ID) return true;
    Term name = checker_edge_gives(e, parameter.i);
    if (!term_is(name)) return false;
    Term known = term_not(n->tm, term_and(n->tm, above(n, name), noted(n, name))); /* A for the name */
    Term counter = checker_after(n->k, e, counter_of(n)),
         ended = checker_after(n->k, e, program_var_term(n->k->p, n->f->ended));
    Term is_past = term_binary(n->tm, TERM_ULT, counter, name);
    Term is_noted = term_eq(n->tm, term_select(n->tm, ended, name), term_bv(n->tm, 1, 1));
    Term wrong = term_or(n->tm, term_not(n->tm, above(n, name)), term_or(n->tm, is_past, is_noted));
    Term terms[] = {known_before_name_step(n, e), known, term_not(n->tm, is_no_name(n, name)), wrong};
    return checker_impossible(n->k, terms, 4, "a thread is given a new name");
}

static bool keeps_names(const NameCheck *n, const Edge *e)
{
    bool is_there =
        term_is(checker_edge_assigns(e, n->f->counter.i)) || term_is(checker_edge_assigns(e, n->f->ended.i));
    if (is_there && (!keeps_for_others(n, e) || !keeps_for_own(n, e))) return false;
    return e->spawn.i == NO_ID || keeps_for_child(n, e);
}

void names_check(Checker *k, const Exclusions *facts)
{
    for (uint32_t i = 0; i < facts->names.count && !k->problem; i++) {
        NameCheck n = name_check(k, &facts->names.data[i]);
        const char *name = k->p->vars.data[n.f->counter.i].name;
        if (!names_are_well_formed(&n)) {
            checker_fail(k, "`%s` does not count names of threads", name);
        } else if (!names_hold_at_start(&n)) {
            checker_fail(k, "names of `%s` are noted at the start", name);
        }
        for (uint32_t e = 0; e < k->p->edges.count && !k->problem; e++) {
            const Edge *edge = &k->p->edges.data[e];
            if (edge->is_error || !k->reached[edge->from.i]) continue;
            run_poll(k->run);
            if (!keeps_names(&n, edge))
                checker_fail(k, "%s: what is said of names by `%s` is not true afterwards",
                             checker_describe_location(k, edge->from), name);
        }
    }
}
