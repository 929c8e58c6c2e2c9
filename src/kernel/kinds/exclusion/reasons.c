/* Let an error edge e have the conjunct "v = c" in its guard, where v is a shared variable with another value at first,
 * and let every edge that may assign c to v lead to a location without edges. When e is taken some thread has assigned
 * c to v and is still where it went then. It is not the one that takes e, which has an edge. So it is enough that the
 * facts exclude a thread there and another one at the source of e, for each of the edges that may assign c to v.
 *
 * Or let the edges that may assign c to v be of one template, of which at most one thread ever exists, and which is not
 * that of e. Let A be the locations behind these edges, as far as no edge assigns v its first value. While v = c that
 * thread is in A: so it is after a step that assigns c, and a step of its own that leaves A makes v what it was, while
 * no other thread assigns c. So it is enough that the facts exclude a thread at each location of A and another one at
 * the source of e.
 *
 * Or let a fact about a team say something of each thread at the source of e that the guard of e contradicts. */
#include "kernel/kinds/exclusion/reasons.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/exclusion/exclusion.h"
#include "kernel/kinds/exclusion/meet.h"
#include "kernel/kinds/exclusion/names.h"
#include "kernel/kinds/exclusion/own.h"
#include "kernel/kinds/exclusion/team.h"
#include "logic/term/boolean.h"

typedef struct Claim {
    const Exclusions *facts;
    VEC(EdgeId) * writes; /* per variable: the edges that assign to it */
    bool **away;          /* per variable: A, for any value but the first; NULL: not yet known */
    Intern pair_ids;      /* [location, location] */
    VEC(bool) pairs;      /* excluded? */
} Claim;

static bool excludes_meeting(Checker *k, Claim *claim, LocId a, LocId b)
{
    bool is_new;
    uint32_t id = intern_add(&claim->pair_ids, (uint32_t[]){a.i, b.i}, 2, &is_new);
    if (is_new) vec_push(k->run, &claim->pairs, exclusion_holds(k, claim->facts, a, b));
    CHECK(id < claim->pairs.count);
    return claim->pairs.data[id];
}

/* The value that the edge assigns, when it is a constant. */
static Term constant_assigned(const Checker *k, const Edge *e, uint32_t v)
{
    Term value = checker_edge_assigns(e, v);
    return term_is(value) && term_is_const(k->tm, value) ? value : TERM_NONE;
}

/* Can the error edge not be taken because it needs v = c? */
static bool is_excused_by(Checker *k, Claim *claim, const Edge *error, uint32_t v, Term c)
{
    const Var *var = &k->p->vars.data[v];
    if (var->class != VAR_SHARED || !term_is(var->init) || !term_is_const(k->tm, var->init)) return false;
    if (term_same(var->init, c)) return false;
    for (uint32_t i = 0; i < claim->writes[v].count; i++) {
        const Edge *e = &k->p->edges.data[claim->writes[v].data[i].i];
        Term value = constant_assigned(k, e, v);
        if (term_is(value) && !term_same(value, c)) continue;
        if (program_out_count(k->p, e->to)) return false;
        if (excludes_meeting(k, claim, e->to, error->from)) continue;
        if (!term_is(value) || !meet_is_impossible(k, claim->facts, v, e, error)) return false;
    }
    return true;
}

/* The template whose threads alone may assign another value than the first, if that is one thread at most. */
static TemplateId only_setter(const Checker *k, const Claim *claim, uint32_t v)
{
    TemplateId setter = {NO_ID};
    for (uint32_t i = 0; i < claim->writes[v].count; i++) {
        const Edge *e = &k->p->edges.data[claim->writes[v].data[i].i];
        TemplateId t = k->p->locs.data[e->from.i].template;
        Term value = constant_assigned(k, e, v);
        if (term_is(value) && term_same(value, k->p->vars.data[v].init)) continue;
        if (setter.i != NO_ID && setter.i != t.i) return (TemplateId){NO_ID};
        setter = t;
    }
    bool is_one = setter.i != NO_ID && k->p->templates.data[setter.i].cardinality == COUNT_ONE;
    return is_one ? setter : (TemplateId){NO_ID};
}

static bool *locations_away(Checker *k, TemplateId setter, uint32_t v)
{
    bool *away = run_alloc(k->run, k->p->locs.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < k->p->edges.count; i++) {
            const Edge *e = &k->p->edges.data[i];
            if (e->is_error || k->p->locs.data[e->from.i].template.i != setter.i || away[e->to.i]) continue;
            Term value = checker_edge_assigns(e, v);
            bool is_away = term_is(value) ? !term_same(value, k->p->vars.data[v].init) : away[e->from.i];
            if (is_away) away[e->to.i] = changed = true;
        }
    }
    return away;
}

/* Can the error edge not be taken because v is what it is at first whenever a thread is there? */
static bool is_excused_by_setter(Checker *k, Claim *claim, const Edge *error, uint32_t v)
{
    const Var *var = &k->p->vars.data[v];
    if (var->class != VAR_SHARED || !term_is(var->init) || !term_is_const(k->tm, var->init)) return false;
    TemplateId setter = only_setter(k, claim, v);
    if (setter.i == NO_ID || setter.i == k->p->locs.data[error->from.i].template.i) return false;
    if (!claim->away[v]) claim->away[v] = locations_away(k, setter, v);
    for (uint32_t l = 0; l < k->p->locs.count; l++)
        if (claim->away[v][l] && k->reached[l] && !excludes_meeting(k, claim, (LocId){l}, error->from)) return false;
    return true;
}

static bool needs_value(Checker *k, Claim *claim, const Edge *error, Term var, Term c)
{
    if (term_kind(k->tm, var) != TERM_VAR || !term_is_const(k->tm, c)) return false;
    uint32_t v = term_symbol(k->tm, var);
    if (is_excused_by(k, claim, error, v, c)) return true;
    return !term_same(k->p->vars.data[v].init, c) && is_excused_by_setter(k, claim, error, v);
}

static bool is_error_excused(Checker *k, Claim *claim, const Edge *error, Term guard)
{
    switch (term_kind(k->tm, guard)) {
    case TERM_AND:
        for (uint32_t i = 0; i < term_arity(k->tm, guard); i++)
            if (is_error_excused(k, claim, error, term_arg(k->tm, guard, i))) return true;
        return false;
    case TERM_EQ: {
        Term a = term_arg(k->tm, guard, 0), b = term_arg(k->tm, guard, 1);
        return needs_value(k, claim, error, a, b) || needs_value(k, claim, error, b, a);
    }
    case TERM_VAR: return needs_value(k, claim, error, guard, term_bool(k->tm, true));
    case TERM_NOT: return needs_value(k, claim, error, term_arg(k->tm, guard, 0), term_bool(k->tm, false));
    default: return false;
    }
}

/* Or what is known of a team, or of its owner, contradicts the guard. */
static bool is_refuted_by_team(Checker *k, const Exclusions *facts, const Edge *error)
{
    for (uint32_t i = 0; i < facts->teams.count && !k->problem; i++) {
        CertifyTerms terms = {NULL, 0, 0};
        vec_push(k->run, &terms, error->guard);
        bool impossible = team_add_facts_of_one(k, &facts->teams.data[i], error->from, &terms) &&
                          checker_impossible(k, terms.data, terms.count, "no thread of a team has such values");
        vec_free(k->run, &terms);
        if (impossible) return true;
    }
    return false;
}

static void find_assigning_edges(Checker *k, Claim *claim)
{
    claim->writes = run_alloc(k->run, (k->p->vars.count + 1) * sizeof *claim->writes);
    claim->away = run_alloc(k->run, (k->p->vars.count + 1) * sizeof *claim->away);
    for (uint32_t i = 0; i < k->p->edges.count; i++)
        for (uint32_t a = 0; a < k->p->edges.data[i].assign_count; a++) {
            const Assign *assign = &k->p->edges.data[i].assigns[a];
            vec_push(k->run, &claim->writes[assign->var.i], ((EdgeId){i}));
        }
}

/* Which shared variables are ever changed. */
static void find_written(Checker *k)
{
    k->written = run_alloc(k->run, k->p->vars.count + 1);
    for (uint32_t i = 0; i < k->p->edges.count; i++)
        for (uint32_t a = 0; a < k->p->edges.data[i].assign_count; a++) {
            const Assign *assign = &k->p->edges.data[i].assigns[a];
            k->written[assign->var.i] |= !term_same(assign->value, k->p->vars.data[assign->var.i].init);
        }
}

/* Locations that edges lead to from the entries; others no thread comes to. */
static void find_reached_locations(Checker *k)
{
    VEC(LocId) open = {NULL, 0, 0};
    k->reached = run_alloc(k->run, k->p->locs.count + 1);
    for (uint32_t t = 0; t < k->p->templates.count; t++)
        vec_push(k->run, &open, k->p->templates.data[t].entry);
    while (open.count) {
        LocId l = vec_pop(&open);
        if (k->reached[l.i]) continue;
        k->reached[l.i] = true;
        for (uint32_t i = 0; i < program_out_count(k->p, l); i++)
            vec_push(k->run, &open, program_out_edge(k->p, l, i)->to);
    }
    vec_free(k->run, &open);
}

void reasons_check_facts(Checker *k, const Exclusions *facts)
{
    find_written(k);
    find_reached_locations(k);
    exclusion_check_locks(k, facts);
    exclusion_check_orders(k, facts);
    if (!k->problem) names_check(k, facts);
    if (!k->problem) team_check(k, facts);
    if (!k->problem) own_check(k, facts);
}

void reasons_check(Checker *k, const Exclusions *facts, const bool *errors)
{
    Claim claim = {.facts = facts};
    CHECK(program_is_indexed(k->p));
    intern_init(k->run, &claim.pair_ids);
    find_assigning_edges(k, &claim);
    reasons_check_facts(k, facts);
    for (uint32_t i = 0; i < k->p->edges.count && !k->problem; i++) {
        const Edge *e = &k->p->edges.data[i];
        CHECK(!errors[i] || e->is_error);
        run_poll(k->run);
        if (!errors[i] || is_error_excused(k, &claim, e, e->guard) || is_refuted_by_team(k, facts, e)) continue;
        const char *what = e->what ? e->what : "an assertion fails";
        checker_fail(k, "%s: no reason excludes that %s", checker_describe_location(k, e->from), what);
    }
    for (uint32_t v = 0; v < k->p->vars.count; v++) {
        vec_free(k->run, &claim.writes[v]);
        if (claim.away[v]) run_release(k->run, claim.away[v]);
    }
    run_release(k->run, claim.away);
    run_release(k->run, claim.writes);
    vec_free(k->run, &claim.pairs);
    intern_clear(&claim.pair_ids);
}
