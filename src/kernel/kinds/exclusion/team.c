/* Claim of each fact: there is one thread of the owner at most, the only one that starts threads of the team, each of
 * which has a number from then on. When the owner is at l, what is known at l is true of its own variables; for each
 * thread of the team that is not at a location in `done`, what is claimed about it at l is true, and `mine`; and two
 * such threads have different numbers, if `when` is true of them. What is known at a location of the team is true of a
 * thread there, of its locals alone: of none at the start, and asked is each step of the team. Own variables of the
 * owner: its locals, and shared variables that no edge of another template assigns.
 *
 * No thread of the team exists when the owner starts, and what is known at its entry is true then. A thread of the team
 * changes neither its parameters (no edge assigns those that are spoken of) nor anything of the owner's, and does not
 * leave `done`. Neither do other threads. Let the owner take an edge from a to b that does not end the run; asked is
 *   1. what is known at b, afterwards, given what is known at a;
 *   2. what is claimed at b about a thread that was there, given the same at a, `mine`, and what names say of it;
 *   3. for an edge that starts a thread of the team: what is claimed at b about that thread, and `mine`; and that a
 *      thread that was there has another number than the value of `start` afterwards. */
#include "kernel/kinds/exclusion/team.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/exclusion/names.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef struct TeamCheck {
    Checker *k;
    TermManager *tm;
    const TeamFact *f;
    Term names;     /* what is said of the name of a thread of the team that is not in `done` */
    bool *is_own;   /* per variable */
    bool *is_fixed; /* per variable: locals of the team that no edge assigns */
} TeamCheck;

static TemplateId template_of_location(const Checker *k, LocId l) { return k->p->locs.data[l.i].template; }

static bool is_edge_of_owner(const TeamCheck *t, const Edge *e)
{
    return template_of_location(t->k, e->from).i == t->f->owner.i;
}

static Term team_claim_at(const TeamCheck *t, const Term *terms, LocId l)
{
    return term_is(terms[l.i]) ? terms[l.i] : term_bool(t->tm, true);
}

/* ---- is it made well? ---- */

static void find_variables(TeamCheck *t)
{
    const Program *p = t->k->p;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        t->is_own[v] = info->class == VAR_SHARED || (info->class == VAR_LOCAL && info->template.i == t->f->owner.i);
        t->is_fixed[v] = info->class == VAR_LOCAL && info->template.i == t->f->team.i;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (uint32_t n = 0; n < e->assign_count; n++) {
            t->is_fixed[e->assigns[n].var.i] = false;
            t->is_own[e->assigns[n].var.i] &= is_edge_of_owner(t, e);
        }
    }
}

typedef struct Speaks {
    const TeamCheck *t;
    bool owner, member, others;
} Speaks;

static void note_team_variable(void *arg, Term var)
{
    Speaks *s = arg;
    uint32_t v = term_symbol(s->t->tm, var), instance = term_instance(s->t->tm, var);
    if (term_same(var, s->t->f->number) || (instance == TEAM_MEMBER && s->t->is_fixed[v]))
        s->member = true;
    else if (instance == 0 && s->t->is_own[v])
        s->owner = true;
    else
        s->others = true;
}

static bool is_about_team(const TeamCheck *t, Term term, bool owner, bool member)
{
    Speaks s = {t, false, false, false};
    if (!term_is(term)) return true;
    if (term_sort(t->tm, term).kind != SORT_BOOL) return false;
    term_for_each_var(t->tm, term, note_team_variable, &s);
    return !s.others && (owner || !s.owner) && (member || !s.member);
}

static void note_other_local(void *arg, Term var)
{
    Speaks *s = arg;
    VarId v = {term_symbol(s->t->tm, var)};
    s->others |= term_instance(s->t->tm, var) != 0 || !program_is_local_of(s->t->k->p, v, s->t->f->team);
}

/* Over the locals of one thread of the team? */
static bool is_of_member(const TeamCheck *t, Term term)
{
    Speaks s = {t, false, false, false};
    if (term_sort(t->tm, term).kind != SORT_BOOL) return false;
    term_for_each_var(t->tm, term, note_other_local, &s);
    return !s.others;
}

static bool number_is_made_well(const TeamCheck *t)
{
    const Program *p = t->k->p;
    if (!program_is_local_of(p, t->f->start, t->f->owner)) return false;
    Sort sort = p->vars.data[t->f->start.i].sort;
    return sort.kind == SORT_BV && term_same(t->f->number, term_var(t->tm, sort, t->f->start.i, TEAM_NUMBER));
}

static bool starts_are_made_well(const TeamCheck *t)
{
    const Program *p = t->k->p;
    const Template *team = &p->templates.data[t->f->team.i], *owner = &p->templates.data[t->f->owner.i];
    if (t->f->team.i == t->f->owner.i || team->initial != COUNT_NONE || owner->cardinality != COUNT_ONE) return false;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->spawn.i == t->f->team.i && t->k->reached[e->from.i] && !is_edge_of_owner(t, e)) return false;
        if (t->f->done[e->from.i]) return false;
    }
    return true;
}

static bool team_is_well_formed(const TeamCheck *t)
{
    const Program *p = t->k->p;
    if (p->has_ideal_integers || !starts_are_made_well(t) || !number_is_made_well(t)) return false;
    if (!is_about_team(t, t->f->mine, false, true) || !is_about_team(t, t->f->when, false, true)) return false;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        TemplateId of = template_of_location(t->k, (LocId){l});
        if (of.i != t->f->owner.i && term_is(t->f->about[l])) return false;
        if (of.i != t->f->owner.i && of.i != t->f->team.i && term_is(t->f->known[l])) return false;
        if (of.i == t->f->team.i) {
            bool is_entry = p->templates.data[of.i].entry.i == l;
            if (term_is(t->f->known[l]) && (is_entry || !is_of_member(t, t->f->known[l]))) return false;
            continue;
        }
        if (!is_about_team(t, t->f->known[l], true, false) || !is_about_team(t, t->f->about[l], true, true))
            return false;
    }
    return true;
}

/* ---- the start ---- */

static bool is_given_anywhere(const Program *p, uint32_t v)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (term_is(checker_edge_gives(&p->edges.data[i], v))) return true;
    return false;
}

static Term init_unless_given(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    uint32_t v = term_symbol(tm, var);
    return is_given_anywhere(p, v) ? TERM_NONE : p->vars.data[v].init;
}

static bool team_holds_at_start(const TeamCheck *t)
{
    Term known = team_claim_at(t, t->f->known, t->k->p->templates.data[t->f->owner.i].entry);
    Term wrong = term_not(t->tm, term_substitute(t->tm, known, init_unless_given, t->k->p));
    return checker_impossible(t->k, &wrong, 1, "what is known of the owner of a team holds at the start");
}

/* ---- steps ---- */

typedef struct TeamChild {
    const TeamCheck *t;
    const Edge *e;
} TeamChild;

static Term value_for_child(void *arg, TermManager *tm, Term var)
{
    const TeamChild *c = arg;
    uint32_t v = term_symbol(tm, var);
    if (term_same(var, c->t->f->number))
        return checker_after(c->t->k, c->e, program_var_term(c->t->k->p, c->t->f->start));
    bool is_member = term_instance(tm, var) == TEAM_MEMBER;
    return is_member ? checker_edge_gives(c->e, v) : TERM_NONE; /* none is given: any value */
}

static bool keeps_known_of_owner(const TeamCheck *t, const Edge *e)
{
    Term known = team_claim_at(t, t->f->known, e->from),
         then = checker_after(t->k, e, team_claim_at(t, t->f->known, e->to));
    Term terms[] = {e->guard, known, term_not(t->tm, then)};
    return checker_impossible(t->k, terms, 3, "what is known of the owner of a team stays true");
}

static bool keeps_members(const TeamCheck *t, const Edge *e, Term before)
{
    Term then = checker_after(t->k, e, team_claim_at(t, t->f->about, e->to));
    Term terms[] = {before, term_not(t->tm, then)};
    return checker_impossible(t->k, terms, 2, "what is claimed about threads of a team stays true");
}

static bool keeps_child(const TeamCheck *t, const Edge *e, Term before)
{
    TeamChild child = {t, e};
    Term all = term_and(t->tm, checker_after(t->k, e, team_claim_at(t, t->f->about, e->to)), t->f->mine);
    Term number = checker_after(t->k, e, program_var_term(t->k->p, t->f->start));
    Term terms[] = {e->guard, team_claim_at(t, t->f->known, e->from),
                    term_not(t->tm, term_substitute(t->tm, all, value_for_child, &child))};
    if (!checker_impossible(t->k, terms, 3, "what is claimed about threads of a team is true of a new one"))
        return false;
    Term same[] = {before, t->f->when, term_eq(t->tm, t->f->number, number)};
    return checker_impossible(t->k, same, 3, "a new thread of a team has a new number");
}

static bool keeps_team(const TeamCheck *t, const Edge *e)
{
    Term before[] = {e->guard, team_claim_at(t, t->f->known, e->from), team_claim_at(t, t->f->about, e->from),
                     t->f->mine, t->names};
    Term all = term_and_n(t->tm, before, 5);
    if (!keeps_known_of_owner(t, e) || !keeps_members(t, e, all)) return false;
    return e->spawn.i != t->f->team.i || keeps_child(t, e, all);
}

/* ---- all ---- */

static Term names_of(const TeamCheck *t, const Exclusions *facts)
{
    Term all = term_bool(t->tm, true);
    for (uint32_t i = 0; i < facts->names.count; i++) {
        const NameFact *f = &facts->names.data[i];
        VarId v = f->names[t->f->team.i];
        bool is_said = v.i != NO_ID;
        for (uint32_t l = 0; l < t->k->p->locs.count && is_said; l++)
            is_said = template_of_location(t->k, (LocId){l}).i != t->f->team.i || !f->done[l] || t->f->done[l];
        if (!is_said) continue;
        Term name = term_var(t->tm, t->k->p->vars.data[v.i].sort, v.i, TEAM_MEMBER);
        all = term_and(t->tm, all, names_say(t->k, f, name));
    }
    return all;
}

static void check_team(TeamCheck *t)
{
    Checker *k = t->k;
    const char *name = k->p->templates.data[t->f->team.i].name;
    if (!team_is_well_formed(t))
        checker_fail(k, "threads of %s are no team", name);
    else if (!team_holds_at_start(t))
        checker_fail(k, "what is known of the owner of %s does not hold at the start", name);
    for (uint32_t i = 0; i < k->p->edges.count && !k->problem; i++) {
        const Edge *e = &k->p->edges.data[i];
        bool is_of_team = template_of_location(k, e->from).i == t->f->team.i;
        if (e->is_error || !k->reached[e->from.i] || (!is_edge_of_owner(t, e) && !is_of_team)) continue;
        run_poll(k->run);
        if (!(is_of_team ? keeps_known_of_owner(t, e) : keeps_team(t, e)))
            checker_fail(k, "%s: what is claimed about threads of %s is not true afterwards",
                         checker_describe_location(k, e->from), name);
    }
}

void team_check(Checker *k, const Exclusions *facts)
{
    for (uint32_t i = 0; i < facts->teams.count && !k->problem; i++) {
        TeamCheck t = {.k = k, .tm = k->tm, .f = &facts->teams.data[i]};
        t.is_own = run_alloc(k->run, k->p->vars.count + 1);
        t.is_fixed = run_alloc(k->run, k->p->vars.count + 1);
        find_variables(&t);
        t.names = names_of(&t, facts);
        check_team(&t);
        run_release(k->run, t.is_own);
        run_release(k->run, t.is_fixed);
    }
}

/* ---- what they say ---- */

bool team_holds_apart(const Checker *k, const TeamFact *f, LocId a, LocId b)
{
    if (template_of_location(k, a).i != f->team.i || template_of_location(k, b).i != f->owner.i || f->done[a.i])
        return false;
    return term_is(f->about[b.i]) && term_is_false(k->tm, f->about[b.i]);
}

typedef struct Cast {
    const Checker *k;
    uint32_t owner, member, number; /* instances */
} Cast;

static Term cast_variable(void *arg, TermManager *tm, Term var)
{
    const Cast *c = arg;
    uint32_t v = term_symbol(tm, var), instance = term_instance(tm, var);
    if (c->k->p->vars.data[v].class != VAR_LOCAL) return TERM_NONE;
    uint32_t to = instance == TEAM_NUMBER ? c->number : instance == TEAM_MEMBER ? c->member : c->owner;
    return term_var(tm, term_sort(tm, var), v, to);
}

static void add_as(Checker *k, Term t, const Cast *cast, CertifyTerms *terms)
{
    if (term_is(t)) vec_push(k->run, terms, term_substitute(k->tm, t, cast_variable, (void *)(uintptr_t)cast));
}

bool team_add_facts(Checker *k, const TeamFact *f, LocId a, LocId b, CertifyTerms *terms)
{
    uint32_t first = template_of_location(k, a).i, second = template_of_location(k, b).i;
    if (f->done[a.i] || f->done[b.i]) return false;
    if (first == f->team.i && second == f->team.i) {
        Cast one = {k, 0, 0, TEAM_NUMBER}, other = {k, 0, 1, TEAM_NUMBER + 1};
        Term number = term_var(k->tm, term_sort(k->tm, f->number), f->start.i, TEAM_NUMBER + 1);
        Cast other_own = {k, 1, 1, TEAM_NUMBER + 1};
        add_as(k, f->mine, &one, terms);
        add_as(k, f->mine, &other, terms);
        add_as(k, f->known[a.i], &one, terms);
        add_as(k, f->known[b.i], &other_own, terms);
        Term same = term_and(k->tm, f->when, term_eq(k->tm, f->number, number));
        vec_push(k->run, terms, term_not(k->tm, same));
        return true;
    }
    bool is_owner = first == f->owner.i && second == f->team.i;
    if (!is_owner && (first != f->team.i || second != f->owner.i)) return false;
    Cast cast = {k, is_owner ? 0 : 1, is_owner ? 1 : 0, TEAM_NUMBER};
    Cast own = {k, cast.member, cast.member, TEAM_NUMBER};
    uint32_t at = is_owner ? a.i : b.i, of = is_owner ? b.i : a.i;
    add_as(k, f->known[of], &own, terms);
    add_as(k, f->known[at], &cast, terms);
    add_as(k, f->about[at], &cast, terms);
    add_as(k, f->mine, &cast, terms);
    return true;
}

bool team_add_facts_of_one(Checker *k, const TeamFact *f, LocId l, CertifyTerms *terms)
{
    Cast cast = {k, 0, 0, TEAM_NUMBER};
    bool is_of_team = template_of_location(k, l).i == f->team.i;
    if (is_of_team ? f->done[l.i] : template_of_location(k, l).i != f->owner.i) return false;
    if (is_of_team) add_as(k, f->mine, &cast, terms);
    add_as(k, f->known[l.i], &cast, terms);
    return true;
}
