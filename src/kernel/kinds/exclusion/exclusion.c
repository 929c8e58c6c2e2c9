/* Locks. Claim: at most one thread holds the lock, and while one does, `taken` is true, unless that thread is at a
 * location where it is pending, which is atomic. Threads hold nothing at their entries, so the claim holds at the
 * start, and threads that are started change nothing. Let a thread take an edge with guard g, where x says that it
 * holds the lock before and y that it does after. It moves, so nobody else is at an atomic location: if another one
 * holds the lock `taken` is true. Asked is, for every edge that does not end the run:
 *   1. g, not x, y, taken: impossible, so a thread that gets the lock is the only one.
 *   2. g, y, not taken afterwards: impossible, where it is not pending afterwards; that x implies taken may be assumed
 *      where it was not pending before.
 *   3. g, not x, not y, taken, not taken afterwards: impossible, so it stays true for another holder; or, by the facts
 *      about order, there is no other thread that could hold the lock while this one is where it is.
 * In g, shared variables that are only ever assigned their initial value have that value.
 * If x and not y nobody holds the lock afterwards. Locals, which `held` speaks of, are changed by their thread alone.
 *
 * Order. Claim for each fact, which is about some threads (the subject) of a template T and an owner, of whose template
 * at most one thread ever exists:
 *   1. when one of the subject exists, or `done` is true, the owner is at a location in `after`;
 *   2. if single: at most one thread is the subject;
 *   3. if there is `done`: when it is true one of the subject has ended;
 *   4. when one of the subject exists that has not ended, the owner is at a location in `active`.
 * None exists at the start. The owner never leaves `after`. It starts threads of the subject only to locations in
 * `after` and `active`; others that start such threads exist only when it is there, as a fact about them says. Single:
 * the owner starts all, from outside `after`, where none exists. Only edges of the subject set `done`, when they end,
 * and there is only one of it. Threads do not leave `ended`. The owner leaves `active` only by edges whose guards imply
 * `done`; or the `done` of another thread that it has in view, R, which is the only one of its template, has started
 * all of the subject, as facts with the owner R say, and which is not in `active` of any of these where it has ended:
 * then none of the subject is active. Where R starts one, and has not ended, the owner is in `active` of the fact about
 * R. */
#include "kernel/kinds/exclusion/exclusion.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/exclusion/team.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

/* ---- terms around an edge ---- */

/* "variable == constant"? */
static bool is_comparison_with_value(const Checker *k, Term t, Term *var, Term *value)
{
    if (term_kind(k->tm, t) != TERM_EQ) return false;
    bool is_first = term_kind(k->tm, term_arg(k->tm, t, 0)) == TERM_VAR;
    *var = term_arg(k->tm, t, is_first ? 0 : 1);
    *value = term_arg(k->tm, t, is_first ? 1 : 0);
    return term_kind(k->tm, *var) == TERM_VAR && term_is_const(k->tm, *value);
}

/* Does a conjunction ask for two values of a variable? */
static bool has_two_values(const Checker *k, Term t)
{
    Term var[2], value[2];
    for (uint32_t i = 0; term_kind(k->tm, t) == TERM_AND && i < term_arity(k->tm, t); i++) {
        if (!is_comparison_with_value(k, term_arg(k->tm, t, i), &var[0], &value[0])) continue;
        for (uint32_t n = 0; n < i; n++)
            if (is_comparison_with_value(k, term_arg(k->tm, t, n), &var[1], &value[1]) && term_same(var[0], var[1]) &&
                !term_same(value[0], value[1]))
                return true;
    }
    return false;
}

static bool is_conjunction_impossible(Checker *k, const Term *terms, uint32_t count, const char *text)
{
    Term all = term_and_n(k->tm, terms, count);
    if (term_is_false(k->tm, all) || has_two_values(k, all)) return true;
    if (term_is_true(k->tm, all)) return false;
    CertifyTerms asked = {&all, 1, 1};
    return checker_unsatisfiable(k, &asked, text);
}

static TemplateId template_of_location(const Checker *k, LocId l) { return k->p->locs.data[l.i].template; }

/* Can the edge be taken, and does the run go on after it? */
static bool run_goes_on(const Checker *k, const Edge *e) { return !e->is_error && k->reached[e->from.i]; }

/* ---- variables that never change ---- */

static Term unwritten_value(void *arg, TermManager *tm, Term var)
{
    const Checker *k = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &k->p->vars.data[v];
    return info->class == VAR_SHARED && term_is(info->init) && !k->written[v] ? info->init : TERM_NONE;
}

static Term guard_with_fixed_values(Checker *k, const Edge *e)
{
    return term_substitute(k->tm, e->guard, unwritten_value, k);
}

/* ---- what order says, once it is checked ---- */

static bool order_is_about(const OrderFact *f, TemplateId subject, TemplateId owner)
{
    return f->subject.i == subject.i && f->owner.i == owner.i;
}

/* Is every thread that the edge starts the subject of a fact? */
static bool start_is_covered(const Exclusions *facts, const Edge *e, TemplateId owner)
{
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *f = &facts->orders.data[i];
        if (!order_is_about(f, e->spawn, owner)) continue;
        if (f->parameter.i == NO_ID) return true;
        Term given = checker_edge_gives(e, f->parameter.i);
        if (term_is(given) && term_same(given, f->value)) return true;
    }
    return false;
}

/* Is every thread of the template the subject of a fact about the owner? Facts are about templates without threads at
 * the start. */
static bool has_order_for_all(const Checker *k, const Exclusions *facts, TemplateId t, TemplateId owner)
{
    bool any = false;
    for (uint32_t i = 0; i < facts->orders.count; i++)
        any |= order_is_about(&facts->orders.data[i], t, owner);
    for (uint32_t i = 0; i < k->p->edges.count && any; i++)
        if (k->p->edges.data[i].spawn.i == t.i) any = start_is_covered(facts, &k->p->edges.data[i], owner);
    return any;
}

/* No thread at a, which has not ended, when the owner is at b? */
static bool excludes_by_owner(const Checker *k, const Exclusions *facts, LocId a, LocId b)
{
    TemplateId subject = template_of_location(k, a), owner = template_of_location(k, b);
    if (!has_order_for_all(k, facts, subject, owner)) return false;
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *f = &facts->orders.data[i];
        if (order_is_about(f, subject, owner) && (f->active[b.i] || f->ended[a.i])) return false;
    }
    return true;
}

/* ---- locks ---- */

typedef struct Lock {
    const LockFact *fact;
    const char *name; /* `taken` as text */
} Lock;

static bool lock_is_made_well(Checker *k, const Lock *lock)
{
    const LockFact *f = lock->fact;
    if (!checker_is_condition(k->p, f->taken, (TemplateId){NO_ID}, true)) {
        checker_fail(k, "the lock %s speaks of more than shared variables", lock->name);
        return false;
    }
    for (uint32_t l = 0; l < k->p->locs.count; l++) {
        if (f->pending[l] && !k->p->locs.data[l].atomic)
            checker_fail(k, "the lock %s is pending where other threads move: %s", lock->name,
                         checker_describe_location(k, (LocId){l}));
        if (term_is(f->held[l]) && !checker_is_condition(k->p, f->held[l], k->p->locs.data[l].template, false))
            checker_fail(k, "who holds the lock %s depends on more than locals: %s", lock->name,
                         checker_describe_location(k, (LocId){l}));
    }
    for (uint32_t t = 0; t < k->p->templates.count; t++)
        if (term_is(f->held[k->p->templates.data[t].entry.i]))
            checker_fail(k, "threads of %s hold the lock %s from their start on", k->p->templates.data[t].name,
                         lock->name);
    return !k->problem;
}

static Term held_at(const Checker *k, const LockFact *f, LocId l)
{
    return term_is(f->held[l.i]) ? f->held[l.i] : term_bool(k->tm, false);
}

/* Is there no other thread that could hold the lock while one is at l? */
static bool is_alone_to_hold(const Checker *k, const Exclusions *facts, const LockFact *f, LocId l)
{
    for (uint32_t other = 0; other < k->p->locs.count; other++) {
        TemplateId t = template_of_location(k, (LocId){other});
        if (!term_is(f->held[other]) || excludes_by_owner(k, facts, (LocId){other}, l)) continue;
        if (t.i != template_of_location(k, l).i || k->p->templates.data[t.i].cardinality != COUNT_ONE) return false;
    }
    return true;
}

static void check_lock_edge(Checker *k, const Exclusions *facts, const Lock *lock, const Edge *e)
{
    const LockFact *f = lock->fact;
    TermManager *tm = k->tm;
    Term x = held_at(k, f, e->from), y = checker_after(k, e, held_at(k, f, e->to)), g = guard_with_fixed_values(k, e);
    Term not_x = term_not(tm, x), not_y = term_not(tm, y), not_taken = term_not(tm, checker_after(k, e, f->taken));
    Term known = f->pending[e->from.i] ? term_bool(tm, true) : term_implies(tm, x, f->taken);
    if (!is_conjunction_impossible(k, (Term[]){g, not_x, y, f->taken}, 4, "who gets a lock finds it free"))
        checker_fail(k, "%s gets the lock %s while another thread may hold it", program_describe_edge(k->p, e),
                     lock->name);
    if (!f->pending[e->to.i] &&
        !is_conjunction_impossible(k, (Term[]){g, y, not_taken, known}, 4, "who holds a lock has taken it"))
        checker_fail(k, "%s holds the lock %s, which is not taken then", program_describe_edge(k->p, e), lock->name);
    if (!is_conjunction_impossible(k, (Term[]){g, not_x, not_y, f->taken, not_taken}, 5,
                                   "only the holder gives a lock back") &&
        !is_alone_to_hold(k, facts, f, e->from))
        checker_fail(k, "%s gives the lock %s back, which another thread may hold", program_describe_edge(k->p, e),
                     lock->name);
}

void exclusion_check_locks(Checker *k, const Exclusions *facts)
{
    for (uint32_t i = 0; i < facts->locks.count && !k->problem; i++) {
        Str name;
        str_init(k->run, &name);
        program_print_term(k->p, facts->locks.data[i].taken, &name);
        Lock lock = {&facts->locks.data[i], str_text(&name)};
        run_poll(k->run);
        if (!lock_is_made_well(k, &lock)) return;
        for (uint32_t e = 0; e < k->p->edges.count && !k->problem; e++)
            if (run_goes_on(k, &k->p->edges.data[e])) check_lock_edge(k, facts, &lock, &k->p->edges.data[e]);
    }
}

/* ---- order ---- */

/* May the edge start a thread of the subject? */
static bool may_start(const Checker *k, const OrderFact *f, const Edge *e)
{
    if (e->spawn.i != f->subject.i) return false;
    if (f->parameter.i == NO_ID) return true;
    Term given = checker_edge_gives(e, f->parameter.i);
    return !term_is(given) || !term_is_const(k->tm, given) || term_same(given, f->value);
}

static bool is_subset(const Checker *k, const bool *set, const bool *of)
{
    for (uint32_t l = 0; l < k->p->locs.count; l++)
        if (set[l] && !of[l]) return false;
    return true;
}

/* Another template starts threads of the subject by the edge: is the owner in `after` and `active` whenever a thread of
 * that one is there? */
static bool starter_is_known(const Checker *k, const Exclusions *facts, const OrderFact *f, const Edge *e)
{
    TemplateId starter = template_of_location(k, e->from);
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *g = &facts->orders.data[i];
        if (g->subject.i != starter.i || g->owner.i != f->owner.i || g->parameter.i != NO_ID) continue;
        const bool *there = g->ended[e->from.i] ? g->after : g->active;
        if (is_subset(k, there, f->after) && is_subset(k, there, f->active)) return true;
    }
    return false;
}

static const char *subject_name(const Checker *k, const OrderFact *f)
{
    return k->p->templates.data[f->subject.i].name;
}

static void check_start_of_subject(Checker *k, const Exclusions *facts, const OrderFact *f, const Edge *e)
{
    bool by_owner = template_of_location(k, e->from).i == f->owner.i;
    if (by_owner && (!f->after[e->to.i] || !f->active[e->to.i]))
        checker_fail(k, "%s starts a thread of %s where none is said to be", program_describe_edge(k->p, e),
                     subject_name(k, f));
    if (!by_owner && !starter_is_known(k, facts, f, e))
        checker_fail(k, "%s starts a thread of %s, and nothing is known of when", program_describe_edge(k->p, e),
                     subject_name(k, f));
    if (f->single && (!by_owner || f->after[e->from.i]))
        checker_fail(k, "%s may start a second thread of %s", program_describe_edge(k->p, e), subject_name(k, f));
}

static void check_done(Checker *k, const OrderFact *f, const Edge *e)
{
    Term value = checker_edge_assigns(e, f->done.i);
    if (!term_is(value) || term_is_false(k->tm, value)) return;
    const char *done = k->p->vars.data[f->done.i].name;
    if (template_of_location(k, e->from).i != f->subject.i || !f->ended[e->to.i])
        checker_fail(k, "%s sets %s, but does not end a thread of %s", program_describe_edge(k->p, e), done,
                     subject_name(k, f));
    if (f->parameter.i == NO_ID) return;
    Sort sort = k->p->vars.data[f->parameter.i].sort;
    Term is = term_eq(k->tm, term_var(k->tm, sort, f->parameter.i, 0), f->value);
    if (!is_conjunction_impossible(k, (Term[]){e->guard, term_not(k->tm, is)}, 2,
                                   "a thread says only of itself that it has ended"))
        checker_fail(k, "%s sets %s for another thread", program_describe_edge(k->p, e), done);
}

/* Is every thread of the subject one that the first fact's subject started and has waited for when it has ended? */
static bool has_waited(const Checker *k, const Exclusions *facts, const OrderFact *starter, TemplateId subject)
{
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *f = &facts->orders.data[i];
        if (!order_is_about(f, subject, starter->subject)) continue;
        for (uint32_t l = 0; l < k->p->locs.count; l++)
            if (starter->ended[l] && f->active[l]) return false;
    }
    return has_order_for_all(k, facts, subject, starter->subject);
}

/* Does the edge tell the owner that the subject has ended, or who started all of it and waited for it? */
static bool learns_done(Checker *k, const OrderFact *f, const Edge *e)
{
    if (f->done.i == NO_ID) return false;
    Term done = term_var(k->tm, sort_bool(), f->done.i, 0);
    return is_conjunction_impossible(k, (Term[]){e->guard, term_not(k->tm, done)}, 2,
                                     "who waits for a thread learns that it ended");
}

static bool learns_end(Checker *k, const Exclusions *facts, const OrderFact *f, const Edge *e)
{
    if (learns_done(k, f, e)) return true;
    for (uint32_t i = 0; i < facts->orders.count && !k->problem; i++) {
        const OrderFact *g = &facts->orders.data[i];
        if (g->owner.i != f->owner.i || g->parameter.i != NO_ID || !has_waited(k, facts, g, f->subject)) continue;
        if (learns_done(k, g, e)) return true;
    }
    return false;
}

static void check_order_edge(Checker *k, const Exclusions *facts, const OrderFact *f, const Edge *e)
{
    TemplateId t = template_of_location(k, e->from);
    if (may_start(k, f, e)) check_start_of_subject(k, facts, f, e);
    if (f->done.i != NO_ID) check_done(k, f, e);
    if (t.i == f->subject.i && f->ended[e->from.i] && !f->ended[e->to.i])
        checker_fail(k, "%s goes on after its end", program_describe_edge(k->p, e));
    if (f->parameter.i != NO_ID && term_is(checker_edge_assigns(e, f->parameter.i)))
        checker_fail(k, "%s changes the parameter %s", program_describe_edge(k->p, e),
                     k->p->vars.data[f->parameter.i].name);
    if (t.i != f->owner.i) return;
    if (f->after[e->from.i] && !f->after[e->to.i])
        checker_fail(k, "%s leaves the locations behind the start of %s", program_describe_edge(k->p, e),
                     subject_name(k, f));
    if (f->active[e->from.i] && !f->active[e->to.i] && !learns_end(k, facts, f, e))
        checker_fail(k, "%s does not wait for the end of %s", program_describe_edge(k->p, e), subject_name(k, f));
}

static void check_order_fact(Checker *k, const Exclusions *facts, const OrderFact *f)
{
    const Template *subject = &k->p->templates.data[f->subject.i], *owner = &k->p->templates.data[f->owner.i];
    if (f->subject.i == f->owner.i || subject->initial != COUNT_NONE)
        checker_fail(k, "threads of %s exist at the start", subject->name);
    if (owner->cardinality != COUNT_ONE) checker_fail(k, "there may be several threads of %s", owner->name);
    if (f->parameter.i != NO_ID &&
        (!term_is_const(k->tm, f->value) || !program_is_local_of(k->p, f->parameter, f->subject)))
        checker_fail(k, "no constant parameter tells threads of %s apart", subject->name);
    if (f->done.i != NO_ID) {
        const Var *done = &k->p->vars.data[f->done.i];
        bool is_false = done->class == VAR_SHARED && done->sort.kind == SORT_BOOL && term_is(done->init) &&
                        term_is_false(k->tm, done->init);
        if (!is_false || !f->single) checker_fail(k, "%s does not say that a thread has ended", done->name);
    }
    for (uint32_t i = 0; i < k->p->edges.count && !k->problem; i++)
        if (run_goes_on(k, &k->p->edges.data[i])) check_order_edge(k, facts, f, &k->p->edges.data[i]);
}

void exclusion_check_orders(Checker *k, const Exclusions *facts)
{
    for (uint32_t i = 0; i < facts->orders.count && !k->problem; i++) {
        run_poll(k->run);
        check_order_fact(k, facts, &facts->orders.data[i]);
    }
}

/* ---- what is excluded ---- */

static bool lock_excludes(const Checker *k, const LockFact *f, LocId a, LocId b)
{
    return term_is_true(k->tm, held_at(k, f, a)) && term_is_true(k->tm, held_at(k, f, b));
}

static bool sets_are_disjoint(const Checker *k, const bool *a, const bool *b)
{
    for (uint32_t l = 0; l < k->p->locs.count; l++)
        if (a[l] && b[l]) return false;
    return true;
}

/* A thread at a and another one at b, both started by the owner or by others that it has in view. */
static bool starts_exclude(const Checker *k, const Exclusions *facts, LocId a, LocId b, TemplateId owner)
{
    TemplateId s = template_of_location(k, a), t = template_of_location(k, b);
    if (!has_order_for_all(k, facts, s, owner) || !has_order_for_all(k, facts, t, owner)) return false;
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *f = &facts->orders.data[i];
        if (!order_is_about(f, s, owner)) continue;
        for (uint32_t n = 0; n < facts->orders.count; n++) {
            const OrderFact *g = &facts->orders.data[n];
            if (!order_is_about(g, t, owner) || (i == n && f->single)) continue;
            if (f->ended[a.i] || g->ended[b.i] || !sets_are_disjoint(k, f->active, g->active)) return false;
        }
    }
    return true;
}

bool exclusion_holds(Checker *k, const Exclusions *facts, LocId a, LocId b)
{
    for (uint32_t i = 0; i < facts->locks.count; i++)
        if (lock_excludes(k, &facts->locks.data[i], a, b)) return true;
    if (excludes_by_owner(k, facts, a, b) || excludes_by_owner(k, facts, b, a)) return true;
    for (uint32_t i = 0; i < facts->teams.count; i++)
        if (team_holds_apart(k, &facts->teams.data[i], a, b) || team_holds_apart(k, &facts->teams.data[i], b, a))
            return true;
    for (uint32_t t = 0; t < k->p->templates.count; t++)
        if (starts_exclude(k, facts, a, b, (TemplateId){t})) return true;
    return false;
}
