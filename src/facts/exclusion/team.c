/* Let O be a template of which one thread exists, and T one whose threads O alone starts. Each of them gets a number,
 * the value that a local of O has then, and keeps it. Claimed is
 *   known  at a location of O: something of O's own variables, those that no other thread assigns;
 *   about  at a location of O: for each thread of T that has not ended, something of its number, its parameters (which
 *          do not change) and O's own variables. `false`: there is none;
 *   mine   of each thread of T that has not ended: something of its number and parameters;
 *   and no two threads of T that have not ended have the same number.
 * Nothing is claimed of T's threads at the start, since there are none, and steps of other threads than O change
 * nothing that is spoken of. For a step of O from a to b, with what is claimed at a and what names say (names.h), is
 * asked
 *   1. what is known at b holds afterwards;
 *   2. what is claimed about a thread of T at b holds of each that was there;
 *   3. and of the one that is started, as well as `mine`; and no thread that was there has its number.
 * So when O has passed a join of the thread with a name, a thread that has not ended does not have that name: names say
 * that it is not noted to have ended, while O's step has found just that. It would be unsound to forget threads that
 * are started, or steps of O that change what is spoken of. The claims are the greatest set of candidates
 * (team_claims.h) that all steps keep. The checker of certificates asks the same (kernel/kinds/exclusion/team.c). */
#include "facts/exclusion/team.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "facts/exclusion/names.h"
#include "facts/exclusion/team_claims.h"
#include "facts/exclusion/team_samples.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "program/step.h"

#define LOCATIONS_MAX 1000 /* of the owner */
#define STARTS_MAX 4       /* locals that numbers are taken from, one after the other */

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Smt *smt;
    const Exclusions *facts;
    TeamClaims *c;
    TeamHeld held;                   /* which candidates hold */
    TeamFact fact;                   /* what these say */
    bool *behind, *ahead;            /* per location: of the edges that start threads of the team */
    uint32_t *changes, mine_changes; /* per location, and of `mine`: how often what holds has become less */
} Finder;

/* ---- what is claimed ---- */

static bool *team_known_at(const Finder *f, LocId l) { return &f->held.known[(size_t)l.i * f->c->known.count]; }

static bool *about_at(const Finder *f, LocId l) { return &f->held.about[(size_t)l.i * f->c->about.count]; }

static bool *told_at(const Finder *f, LocId l) { return &f->held.told[(size_t)l.i * f->c->told.count]; }

static Term conjunction_of_held(const Finder *f, const Term *claims, const bool *hold, uint32_t count)
{
    Term all = term_bool(f->tm, true);
    for (uint32_t i = 0; i < count; i++)
        if (hold[i]) all = term_and(f->tm, all, claims[i]);
    return all;
}

static void refresh_team_fact(Finder *f, LocId l)
{
    f->changes[l.i]++;
    f->fact.known[l.i] = conjunction_of_held(f, f->c->known.data, team_known_at(f, l), f->c->known.count);
    f->fact.about[l.i] = conjunction_of_held(f, f->c->about.data, about_at(f, l), f->c->about.count);
}

static void refresh_told(Finder *f, LocId l)
{
    f->changes[l.i]++;
    f->fact.known[l.i] = conjunction_of_held(f, f->c->told.data, told_at(f, l), f->c->told.count);
}

static void refresh_mine(Finder *f)
{
    f->mine_changes++;
    f->fact.mine = conjunction_of_held(f, f->c->mine.data, f->held.mine, f->c->mine.count);
}

static void refresh_all(Finder *f)
{
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        TemplateId t = f->p->locs.data[l].template;
        if (t.i == f->c->team.i) refresh_told(f, (LocId){l});
        if (t.i == f->c->owner.i) refresh_team_fact(f, (LocId){l});
    }
    refresh_mine(f);
}

/* What names say of a thread of the team that has not ended. */
static Term name_known(const Finder *f)
{
    if (f->c->name.i == NO_ID) return term_bool(f->tm, true);
    Term name = term_var(f->tm, f->p->vars.data[f->c->name.i].sort, f->c->name.i, TEAM_MEMBER);
    return names_known(f->p, &f->facts->names.data[0], name);
}

/* ---- steps ---- */

static bool holds_after(Finder *f, const Edge *e, Term before, Term then)
{
    Term terms[] = {e->guard, f->fact.known[e->from.i], before, term_not(f->tm, then)};
    return after_is_impossible(f->p, f->smt, terms, 4);
}

/* A thread of the team, when the owner is there. */
static Term member_at(const Finder *f, LocId l)
{
    return term_and(f->tm, f->fact.about[l.i], term_and(f->tm, f->fact.mine, name_known(f)));
}

typedef struct Start {
    const Finder *f;
    const Edge *e;
} Start;

/* Variables of a thread of the team: of the one that the edge starts. */
static Term value_of_started(void *arg, TermManager *tm, Term var)
{
    const Start *s = arg;
    VarId v = {term_symbol(tm, var)};
    if (term_instance(tm, var) == TEAM_NUMBER) return after_edge(s->f->p, s->e, program_var_term(s->f->p, v));
    if (term_instance(tm, var) == TEAM_MEMBER) return step_argument(s->e, v);
    return TERM_NONE;
}

/* A claim about it, in terms of the state before the edge. */
static Term of_started(Finder *f, const Edge *e, Term claim)
{
    Start s = {f, e};
    return term_substitute(f->tm, after_edge(f->p, e, claim), value_of_started, &s);
}

static bool starts(const Finder *f, const Edge *e) { return e->spawn.i == f->c->team.i; }

/* A claim after the edge in terms of the state before it. */
typedef Term (*Then)(Finder *f, const Edge *e, Term claim);

static Term of_others(Finder *f, const Edge *e, Term claim) { return after_edge(f->p, e, claim); }

/* Drops those of the claims at the end of the edge that do not follow from what is claimed before it. had: those that
 * hold before it, too (NULL: nothing is said of that). */
static bool shrink_by(Finder *f, const Edge *e, Term before, Then then, const Term *claims, const bool *had,
                      bool *holds, uint32_t count)
{
    bool changed = false, any = false;
    Term *after = run_alloc(f->p->run, (count + 1) * sizeof *after);
    bool *keep = run_alloc(f->p->run, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (!holds[i] || (had && had[i] && !after_changes(f->p, e, claims[i]))) continue;
        after[i] = then(f, e, claims[i]);
        keep[i] = any = true;
    }
    Term terms[] = {e->guard, f->fact.known[e->from.i], before};
    if (any) {
        bool *asked = run_alloc(f->p->run, count + 1);
        memcpy(asked, keep, count);
        after_keep(f->p, f->smt, term_and_n(f->tm, terms, 3), after, keep, count);
        for (uint32_t i = 0; i < count; i++)
            if (asked[i] && !keep[i]) {
                holds[i] = false;
                changed = true;
            }
        run_release(f->p->run, asked);
    }
    run_release(f->p->run, after);
    run_release(f->p->run, keep);
    return changed;
}

static bool shrink_known(Finder *f, const Edge *e)
{
    bool changed = shrink_by(f, e, term_bool(f->tm, true), of_others, f->c->known.data, team_known_at(f, e->from),
                             team_known_at(f, e->to), f->c->known.count);
    if (changed) refresh_team_fact(f, e->to);
    return changed;
}

static bool shrink_about(Finder *f, const Edge *e)
{
    const Term *claims = f->c->about.data;
    uint32_t count = f->c->about.count;
    bool changed = false;
    if (starts(f, e) && !IS_UNSOUND(UNSOUND_TEAM_FORGOTTEN))
        changed = shrink_by(f, e, term_bool(f->tm, true), of_started, claims, NULL, about_at(f, e->to), count);
    changed |=
        shrink_by(f, e, member_at(f, e->from), of_others, claims, about_at(f, e->from), about_at(f, e->to), count);
    if (changed) refresh_team_fact(f, e->to);
    return changed;
}

static bool shrink_mine(Finder *f, const Edge *e)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->c->mine.count && starts(f, e); i++) {
        if (!f->held.mine[i] || holds_after(f, e, term_bool(f->tm, true), of_started(f, e, f->c->mine.data[i])))
            continue;
        f->held.mine[i] = false;
        changed = true;
    }
    if (changed) refresh_mine(f);
    return changed;
}

static bool shrink_told(Finder *f, const Edge *e)
{
    bool changed = shrink_by(f, e, term_bool(f->tm, true), of_others, f->c->told.data, told_at(f, e->from),
                             told_at(f, e->to), f->c->told.count);
    if (changed) refresh_told(f, e->to);
    return changed;
}

static bool is_step_of_team(const Finder *f, const Edge *e)
{
    return !e->is_error && f->p->locs.data[e->from.i].template.i == f->c->team.i;
}

static bool is_step_of_owner(const Finder *f, const Edge *e)
{
    return !e->is_error && f->p->locs.data[e->from.i].template.i == f->c->owner.i;
}

/* A step is asked again only when less is claimed before it than when it was asked. */
static void shrink_team_claims(Finder *f)
{
    uint32_t *asked = run_alloc(f->p->run, (f->p->edges.count + 1) * sizeof *asked);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->p->edges.count; i++) {
            const Edge *e = &f->p->edges.data[i];
            uint32_t now = f->changes[e->from.i] + f->mine_changes; /* both only become more */
            if (asked[i] == now) continue;
            asked[i] = now;
            if (is_step_of_team(f, e)) changed |= shrink_told(f, e);
            if (!is_step_of_owner(f, e)) continue;
            changed |= shrink_mine(f, e);
            changed |= shrink_known(f, e);
            changed |= shrink_about(f, e);
        }
    }
    run_release(f->p->run, asked);
}

/* No thread that was there has the number of the new one, if it is one that counts. */
static bool numbers_differ(Finder *f, Term when)
{
    f->fact.when = when;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        if (!is_step_of_owner(f, e) || !starts(f, e)) continue;
        Term given = after_edge(f->p, e, program_var_term(f->p, f->c->start));
        Term differs = term_or(f->tm, term_not(f->tm, when), term_ne(f->tm, f->c->number, given));
        if (!holds_after(f, e, member_at(f, e->from), differs)) return false;
    }
    return true;
}

/* ---- one team ---- */

static Term initial_unless_given(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    const Var *info = &p->vars.data[term_symbol(tm, var)];
    return term_instance(tm, var) || info->is_parameter ? TERM_NONE : info->init;
}

static void keep_known_at_start(Finder *f)
{
    LocId entry = f->p->templates.data[f->c->owner.i].entry;
    Term *claims = run_alloc(f->p->run, (f->c->known.count + 1) * sizeof *claims);
    for (uint32_t i = 0; i < f->c->known.count; i++)
        claims[i] = term_substitute(f->tm, f->c->known.data[i], initial_unless_given, f->p);
    after_keep(f->p, f->smt, term_bool(f->tm, true), claims, team_known_at(f, entry), f->c->known.count);
    run_release(f->p->run, claims);
}

static void begin_team(Finder *f)
{
    Program *p = f->p;
    f->held.known = run_alloc(p->run, (size_t)p->locs.count * f->c->known.count + 1);
    f->held.about = run_alloc(p->run, (size_t)p->locs.count * f->c->about.count + 1);
    f->held.mine = run_alloc(p->run, f->c->mine.count + 1);
    f->held.told = run_alloc(p->run, (size_t)p->locs.count * f->c->told.count + 1);
    f->fact = (TeamFact){.team = f->c->team, .owner = f->c->owner, .number = f->c->number, .start = f->c->start};
    f->fact.known = run_alloc(p->run, (p->locs.count + 1) * sizeof(Term));
    f->fact.about = run_alloc(p->run, (p->locs.count + 1) * sizeof(Term));
    f->fact.done = run_alloc(p->run, p->locs.count + 1);
    f->changes = run_alloc(p->run, (p->locs.count + 1) * sizeof *f->changes);
    f->mine_changes = 0;
    memset(f->held.mine, true, f->c->mine.count);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        TemplateId t = p->locs.data[l].template;
        if (f->facts->names.count) f->fact.done[l] = t.i == f->c->team.i && f->facts->names.data[0].done[l];
        for (uint32_t i = 0; i < f->c->told.count && t.i == f->c->team.i; i++)
            told_at(f, (LocId){l})[i] = l != p->templates.data[t.i].entry.i;
        if (t.i != f->c->owner.i) continue;
        memset(about_at(f, (LocId){l}), true, f->c->about.count);
        memset(team_known_at(f, (LocId){l}), true, f->c->known.count);
    }
    keep_known_at_start(f);
    if (!IS_UNSOUND(UNSOUND_TEAM_FORGOTTEN)) team_samples_drop(f->c, f->fact.done, &f->held); /* not to mend it */
    refresh_all(f);
}

/* A claim that is true says nothing. */
static void tidy_team_fact(Finder *f)
{
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        if (term_is(f->fact.known[l]) && term_is_true(f->tm, f->fact.known[l])) f->fact.known[l] = TERM_NONE;
        if (!term_is(f->fact.about[l]))
            f->fact.about[l] = f->p->locs.data[l].template.i == f->c->owner.i ? term_bool(f->tm, true) : TERM_NONE;
    }
}

/* Is it known of some location behind the start that there is no thread, or something of parameters? */
static bool is_team_of_use(const Finder *f)
{
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        if (f->behind[l] && about_at(f, (LocId){l})[0]) return true;
    for (uint32_t i = f->c->name.i != NO_ID; i < f->c->mine.count; i++)
        if (f->held.mine[i]) return true;
    return false;
}

/* true: a team was found. */
static bool try_start(Finder *f, VarId start, bool is_counted, Exclusions *out)
{
    team_claims_make(f->c, start, is_counted);
    begin_team(f);
    shrink_team_claims(f);
    Term zero = term_const(f->tm, term_sort(f->tm, f->c->number), 0);
    bool found = is_team_of_use(f) &&
                 (numbers_differ(f, term_bool(f->tm, true)) || numbers_differ(f, term_ne(f->tm, f->c->number, zero)));
    run_log(f->p->run, 2, "team of %s numbered by %s: %u, %u and %u candidates: %s",
            f->p->templates.data[f->c->team.i].name, f->p->vars.data[start.i].name, f->c->known.count,
            f->c->about.count, f->c->mine.count, found ? "found" : "nothing");
    tidy_team_fact(f);
    run_release(f->p->run, f->held.known);
    run_release(f->p->run, f->held.about);
    run_release(f->p->run, f->held.mine);
    run_release(f->p->run, f->held.told);
    run_release(f->p->run, f->changes);
    if (found) vec_push(f->p->run, &out->teams, f->fact);
    return found;
}

/* ---- all of them ---- */

/* The only template that starts threads of t, of which there is one thread; .i = NO_ID: there is none. */
static TemplateId team_owner_of(const Program *p, TemplateId t)
{
    TemplateId owner = {NO_ID};
    if (p->templates.data[t.i].initial != COUNT_NONE || p->templates.data[t.i].cardinality != COUNT_MANY) return owner;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        TemplateId from = p->locs.data[e->from.i].template;
        if (e->spawn.i != t.i) continue;
        if (owner.i != NO_ID && owner.i != from.i) return (TemplateId){NO_ID};
        owner = from;
    }
    bool is_single = owner.i != NO_ID && owner.i != t.i && p->templates.data[owner.i].cardinality == COUNT_ONE;
    return is_single ? owner : (TemplateId){NO_ID};
}

/* Locations behind the edges that start threads of t; ahead: before them. */
static bool *find_around(const Program *p, TemplateId t, bool ahead)
{
    bool *found = run_alloc(p->run, p->locs.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            LocId near = ahead ? e->to : e->from, far = ahead ? e->from : e->to;
            if (e->is_error || found[far.i] || (e->spawn.i != t.i && !found[near.i])) continue;
            found[far.i] = changed = true;
        }
    }
    return found;
}

static bool is_start_argument(const Finder *f, const Edge *e, VarId v)
{
    for (uint32_t k = 0; k < e->arg_count && starts(f, e); k++)
        if (after_speaks_of(f->p, e->args[k].value, v)) return true;
    return false;
}

/* Is the local counted up between the starts of two threads of the team? */
static bool is_counted(const Finder *f, VarId v)
{
    bool is_moved = false, is_tested = false;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        Term value = step_value(e, v);
        is_moved |= term_is(value) && f->behind[e->from.i] && f->ahead[e->to.i] && after_speaks_of(f->p, value, v);
        is_tested |= is_step_of_owner(f, e) && after_speaks_of(f->p, e->guard, v);
    }
    return is_moved && is_tested;
}

/* Or is it another value each time, perhaps, that they are told? */
static bool is_told_each_time(const Finder *f, VarId v)
{
    bool is_moved = false, is_argument_there = false;
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        Term value = step_value(e, v);
        is_moved |= term_is(value) && f->behind[e->from.i] && f->ahead[e->to.i] && !term_is_const(f->tm, value);
        is_argument_there |= is_start_argument(f, e, v);
    }
    return is_moved && is_argument_there;
}

static bool may_number(const Finder *f, VarId v)
{
    return program_is_local_of(f->p, v, f->c->owner) && f->p->vars.data[v.i].sort.kind == SORT_BV;
}

static uint32_t count_locations(const Program *p, TemplateId t)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < p->locs.count; l++)
        count += p->locs.data[l].template.i == t.i;
    return count;
}

bool team_is_possible(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++) {
        TemplateId owner = team_owner_of(p, (TemplateId){t});
        if (owner.i != NO_ID && count_locations(p, owner) <= LOCATIONS_MAX) return !p->has_ideal_integers;
    }
    return false;
}

void team_find(Program *p, Smt *smt, Exclusions *out, bool (*is_enough)(void *arg), void *arg)
{
    bool ends = p->has_ideal_integers;
    for (uint32_t t = 0; t < p->templates.count && !ends; t++) {
        TemplateId team = {t}, owner = team_owner_of(p, team);
        if (owner.i == NO_ID || count_locations(p, owner) > LOCATIONS_MAX) continue;
        VarId name = out->names.count ? out->names.data[0].names[t] : (VarId){NO_ID};
        Finder f = {.p = p, .tm = p->tm, .smt = smt, .facts = out, .c = team_claims_new(p, team, owner, name)};
        f.behind = find_around(p, team, false);
        f.ahead = find_around(p, team, true);
        uint32_t tried = 0;
        for (uint32_t v = 0; v < p->vars.count && tried < STARTS_MAX && !ends; v++) {
            bool counted = may_number(&f, (VarId){v}) && is_counted(&f, (VarId){v});
            if (!counted && (!may_number(&f, (VarId){v}) || !is_told_each_time(&f, (VarId){v}))) continue;
            ends = try_start(&f, (VarId){v}, counted, out) && is_enough(arg);
            tried++;
        }
        run_release(p->run, f.behind);
        run_release(p->run, f.ahead);
        team_claims_free(f.c);
    }
}
