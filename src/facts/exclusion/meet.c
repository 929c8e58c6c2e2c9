/* An error edge waits until a thread has set a flag and stopped for good (facts/exclusion/reason.c). That thread, the
 * one that set the flag last, left with it what it announces, an index say, in other shared variables. Those that are
 * only ever assigned together with the flag still have the values which it gave them, and its locals, which it did not
 * change in that step and will not change any more, still have theirs. So the error can be taken only if its guard is
 * true, in which these variables are what that step made them, while locks and numbers that both threads hold are not
 * the same ones. The solver is asked whether that is possible.
 *
 * It would be unsound to use the value of a variable that some step writes without the flag, or a value made of
 * variables that others change. The checker of certificates asks the same (kernel/kinds/exclusion/meet.c). */
#include "facts/exclusion/meet.h"

#include "base/check.h"
#include "facts/exclusion/after.h"
#include "facts/exclusion/own.h"
#include "facts/exclusion/team_said.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef struct Look {
    const Program *p;
    bool others; /* than locals */
} Look;

static void note_other_than_local(void *arg, Term var)
{
    Look *look = arg;
    look->others |= look->p->vars.data[term_symbol(look->p->tm, var)].class != VAR_LOCAL;
}

static bool is_over_locals(const Program *p, Term t)
{
    Look look = {p, false};
    term_for_each_var(p->tm, t, note_other_than_local, &look);
    return !look.others;
}

typedef struct Announced {
    Program *p;
    VarId flag;
    const Edge *set;
} Announced;

static bool is_set_with_flag(const Announced *a, VarId v)
{
    for (uint32_t i = 0; i < a->p->edges.count; i++) {
        const Edge *e = &a->p->edges.data[i];
        if (term_is(step_value(e, v)) && !term_is(step_value(e, a->flag))) return false;
    }
    return true;
}

static Term announced_value(void *arg, TermManager *tm, Term var)
{
    const Announced *a = arg;
    VarId v = {term_symbol(tm, var)};
    Term value = a->p->vars.data[v.i].class == VAR_SHARED ? step_value(a->set, v) : TERM_NONE;
    if (!term_is(value) || !is_over_locals(a->p, value) || !is_set_with_flag(a, v)) return TERM_NONE;
    return step_now(a->p, value, SPACE_PASSIVE);
}

/* What its guard says of locals alone, as far as it is written as conjuncts. */
static Term local_part_of_guard(const Program *p, Term guard)
{
    Term all = term_bool(p->tm, true);
    if (is_over_locals(p, guard)) return guard;
    if (term_kind(p->tm, guard) == TERM_AND)
        for (uint32_t i = 0; i < term_arity(p->tm, guard); i++)
            all = term_and(p->tm, all, local_part_of_guard(p, term_arg(p->tm, guard, i)));
    return all;
}

static bool changes_locals(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].class == VAR_LOCAL) return true;
    return false;
}

/* Not both threads hold the same lock. The first lock that speaks of both: *lock. */
static Term locks_differ(Program *p, const Exclusions *facts, LocId active, LocId passive, uint32_t *lock)
{
    Term all = term_bool(p->tm, true);
    *lock = NO_ID;
    for (uint32_t i = 0; i < facts->locks.count; i++) {
        Term mine = facts->locks.data[i].held[active.i], other = facts->locks.data[i].held[passive.i];
        if (!term_is(mine) || !term_is(other)) continue;
        Term both = term_and(p->tm, mine, step_now(p, other, SPACE_PASSIVE));
        all = term_and(p->tm, all, term_not(p->tm, both));
        if (*lock == NO_ID) *lock = i;
    }
    return all;
}

static bool are_contradictory(Program *p, Smt *smt, Term a, Term b)
{
    Term t = term_and(p->tm, a, b);
    run_poll(p->run);
    return term_is_false(p->tm, t) || smt_check(smt, &t, 1) == SMT_UNSAT;
}

bool meet_may_be_excluded(const Program *p, const Exclusions *facts, LocId a, LocId b)
{
    for (uint32_t i = 0; i < facts->locks.count; i++)
        if (term_is(facts->locks.data[i].held[a.i]) && term_is(facts->locks.data[i].held[b.i])) return true;
    for (uint32_t i = 0; i < facts->owns.count; i++)
        if (facts->owns.data[i].own[a.i].count && facts->owns.data[i].own[b.i].count) return true;
    for (uint32_t i = 0; i < facts->teams.count; i++)
        if (team_speaks_of(p, &facts->teams.data[i], a, b)) return true;
    return false;
}

MeetFact meet_excluded(Program *p, Smt *smt, const Exclusions *facts, VarId flag, const Edge *set, const Edge *error,
                       uint32_t *fact)
{
    Announced announced = {p, flag, set};
    CHECK(term_is(step_value(set, flag)) && error->is_error && !program_out_count(p, set->to));
    if (changes_locals(p, set) || !meet_may_be_excluded(p, facts, error->from, set->to)) return MEET_NOTHING;
    Term guard = term_substitute(p->tm, error->guard, announced_value, &announced);
    Term state = term_and(p->tm, guard, step_now(p, local_part_of_guard(p, set->guard), SPACE_PASSIVE));
    Term locks = locks_differ(p, facts, error->from, set->to, fact);
    if (*fact != NO_ID && are_contradictory(p, smt, state, locks)) return MEET_LOCK;
    for (uint32_t i = 0; i < facts->owns.count; i++) {
        const OwnFact *f = &facts->owns.data[i];
        if (!f->own[error->from.i].count || !f->own[set->to.i].count) continue;
        Term both =
            term_and(p->tm, own_known(p, f, error->from, SPACE_ACTIVE), own_known(p, f, set->to, SPACE_PASSIVE));
        both = term_and(p->tm, both, own_apart(p, f, error->from, set->to));
        *fact = i;
        if (are_contradictory(p, smt, term_and(p->tm, state, locks), both)) return MEET_OWN;
    }
    for (uint32_t i = 0; i < facts->teams.count; i++) {
        if (!team_speaks_of(p, &facts->teams.data[i], error->from, set->to)) continue;
        Term known = team_known(p, &facts->teams.data[i], error->from, set->to);
        *fact = i;
        Term terms[] = {state, locks, known};
        if (after_is_impossible(p, smt, terms, 3)) return MEET_TEAM;
    }
    return MEET_NOTHING;
}
