#include "facts/exclusion/team_said.h"

#include "base/check.h"
#include "program/step.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

static TemplateId template_of_location(const Program *p, LocId l) { return p->locs.data[l.i].template; }

bool team_excludes(const Program *p, const TeamFact *f, LocId of, LocId at)
{
    if (template_of_location(p, of).i != f->team.i || template_of_location(p, at).i != f->owner.i || f->done[of.i])
        return false;
    return term_is_false(p->tm, f->about[at.i]);
}

bool team_speaks_of(const Program *p, const TeamFact *f, LocId a, LocId b)
{
    TemplateId s = template_of_location(p, a), t = template_of_location(p, b);
    if (f->done[a.i] || f->done[b.i]) return false;
    if (s.i == f->team.i) return t.i == f->team.i || t.i == f->owner.i;
    return s.i == f->owner.i && t.i == f->team.i;
}

typedef struct Roles {
    uint32_t owner, member, number; /* instances that they are to have */
} Roles;

static Term in_role(void *arg, TermManager *tm, Term var)
{
    const Roles *r = ((void **)arg)[0];
    const Program *p = ((void **)arg)[1];
    const Var *info = &p->vars.data[term_symbol(tm, var)];
    uint32_t instance = term_instance(tm, var);
    if (info->class == VAR_SHARED) return TERM_NONE;
    uint32_t to = instance == TEAM_NUMBER ? r->number : instance == TEAM_MEMBER ? r->member : r->owner;
    return term_var(tm, term_sort(tm, var), term_symbol(tm, var), to);
}

static Term with_roles(Program *p, Term t, Roles roles)
{
    return term_is(t) ? term_substitute(p->tm, t, in_role, (void *[]){&roles, p}) : term_bool(p->tm, true);
}

Term team_known(Program *p, const TeamFact *f, LocId a, LocId b)
{
    CHECK(team_speaks_of(p, f, a, b));
    if (template_of_location(p, a).i == template_of_location(p, b).i) {
        Roles first = {0, 0, TEAM_NUMBER}, second = {0, INSTANCE_PASSIVE, TEAM_NUMBER + 1};
        Term differ = term_ne(p->tm, f->number, with_roles(p, f->number, second));
        differ = term_or(p->tm, term_not(p->tm, f->when), differ);
        Term one = term_and(p->tm, with_roles(p, f->mine, first), with_roles(p, f->known[a.i], first));
        Term other = term_and(p->tm, with_roles(p, f->mine, second),
                              with_roles(p, f->known[b.i], (Roles){INSTANCE_PASSIVE, INSTANCE_PASSIVE, 0}));
        return term_and(p->tm, differ, term_and(p->tm, one, other));
    }
    bool is_owner = template_of_location(p, a).i == f->owner.i;
    uint32_t at = is_owner ? a.i : b.i, of = is_owner ? b.i : a.i;
    Roles roles = is_owner ? (Roles){0, INSTANCE_PASSIVE, TEAM_NUMBER} : (Roles){INSTANCE_PASSIVE, 0, TEAM_NUMBER};
    Term member = term_and(p->tm, with_roles(p, f->about[at], roles), with_roles(p, f->mine, roles));
    Roles told = {roles.member, roles.member, 0};
    member = term_and(p->tm, member, with_roles(p, f->known[of], told));
    return term_and(p->tm, member, with_roles(p, f->known[at], roles));
}

Term team_known_of_one(Program *p, const TeamFact *f, LocId l)
{
    Roles one = {0, 0, TEAM_NUMBER};
    TemplateId t = template_of_location(p, l);
    if (t.i == f->owner.i) return term_is(f->known[l.i]) ? with_roles(p, f->known[l.i], one) : TERM_NONE;
    if (t.i != f->team.i || f->done[l.i]) return TERM_NONE;
    return term_and(p->tm, with_roles(p, f->mine, one), with_roles(p, f->known[l.i], one));
}
