/* Thread A took the edge `set`, the last one that assigned to `flag`, and is still where it led; thread B takes the
 * error edge. B's locals are instance 0 here, A's are instance 1. True then is
 *   - the guard of the error edge, in which a shared variable x has the value that `set` gave it, if every edge that
 *     assigns to x assigns to the flag, too, since then nobody has assigned to x after `set`; and if that value speaks
 *     of A's locals alone, which are as they were: the edge changed none, and A has made no step since;
 *   - for the same reason, what the guard of `set` says of A's locals alone;
 *   - for each lock: not both hold it;
 *   - what the facts about numbers of their own, and about teams, say of two threads at these locations.
 * Asked is whether all that is impossible. */
#include "kernel/kinds/exclusion/meet.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/exclusion/own.h"
#include "kernel/kinds/exclusion/team.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef struct Meeting {
    Checker *k;
    uint32_t flag;
    const Edge *set;
} Meeting;

typedef struct Speaks {
    const Checker *k;
    bool others;
} Speaks;

static void note_other_than_local(void *arg, Term var)
{
    Speaks *s = arg;
    s->others |= s->k->p->vars.data[term_symbol(s->k->tm, var)].class != VAR_LOCAL;
}

static bool is_of_locals(Checker *k, Term t)
{
    Speaks s = {k, false};
    term_for_each_var(k->tm, t, note_other_than_local, &s);
    return !s.others;
}

static bool is_assigned_with_flag(const Meeting *m, uint32_t v)
{
    const Program *p = m->k->p;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (term_is(checker_edge_assigns(&p->edges.data[i], v)) &&
            !term_is(checker_edge_assigns(&p->edges.data[i], m->flag)))
            return false;
    return true;
}

static Term value_left(void *arg, TermManager *tm, Term var)
{
    const Meeting *m = arg;
    uint32_t v = term_symbol(tm, var);
    if (m->k->p->vars.data[v].class != VAR_SHARED) return TERM_NONE;
    Term value = checker_edge_assigns(m->set, v);
    if (!term_is(value) || !is_of_locals(m->k, value) || !is_assigned_with_flag(m, v)) return TERM_NONE;
    return own_rename(m->k, value, 1);
}

static void add_guard_of_set(Checker *k, Term guard, CertifyTerms *terms)
{
    if (is_of_locals(k, guard))
        vec_push(k->run, terms, own_rename(k, guard, 1));
    else if (term_kind(k->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(k->tm, guard); i++)
            add_guard_of_set(k, term_arg(k->tm, guard, i), terms);
}

static void add_exclusion_facts(Checker *k, const Exclusions *facts, LocId b, LocId a, CertifyTerms *terms)
{
    for (uint32_t i = 0; i < facts->locks.count; i++) {
        Term mine = facts->locks.data[i].held[b.i], other = facts->locks.data[i].held[a.i];
        if (!term_is(mine) || !term_is(other)) continue;
        vec_push(k->run, terms, term_not(k->tm, term_and(k->tm, mine, own_rename(k, other, 1))));
    }
    for (uint32_t i = 0; i < facts->owns.count; i++)
        own_add_facts(k, &facts->owns.data[i], b, a, terms);
    for (uint32_t i = 0; i < facts->teams.count; i++)
        team_add_facts(k, &facts->teams.data[i], b, a, terms);
}

bool meet_is_impossible(Checker *k, const Exclusions *facts, uint32_t flag, const Edge *set, const Edge *error)
{
    Meeting m = {k, flag, set};
    CertifyTerms terms = {NULL, 0, 0};
    CHECK(term_is(checker_edge_assigns(set, flag)) && !program_out_count(k->p, set->to));
    for (uint32_t i = 0; i < set->assign_count; i++)
        if (k->p->vars.data[set->assigns[i].var.i].class == VAR_LOCAL) return false;
    vec_push(k->run, &terms, term_substitute(k->tm, error->guard, value_left, &m));
    add_guard_of_set(k, set->guard, &terms);
    add_exclusion_facts(k, facts, error->from, set->to, &terms);
    const char *text = "no two threads are there with the same numbers";
    bool impossible = facts->teams.count ? checker_impossible(k, terms.data, terms.count, text)
                                         : checker_unsatisfiable(k, &terms, text);
    vec_free(k->run, &terms);
    return impossible;
}
