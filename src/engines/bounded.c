/* Most of what is asked beside assertions (does this sum overflow? is that index in range?) is decided near by: by a
 * test just before, by the values that a counter can have, by what a lock protects. Such an error is refuted backwards
 * from its edge (facts/bounds/backward.h), one question after the other, without predicates and without a state space,
 * so that the engine is left with those that need both. */
#include "engines/bounded.h"

#include "base/check.h"
#include "base/unsound.h"
#include "engines/excused.h"
#include "facts/bounds/backward.h"
#include "facts/bounds/growth.h"
#include "facts/exclusion/reason.h"

typedef struct Settler {
    Program *p;
    Reasons *reasons;
    const Rounds *rounds;
    VEC(EdgeId) * writes; /* per variable */
    uint32_t count;       /* of errors that are refuted */
    bool is_cut;          /* not all errors were asked */
} Settler;

static bool is_stable(void *arg, LocId at, VarId shared)
{
    const Settler *s = arg;
    uint32_t own = s->p->locs.data[at.i].template.i;
    if (IS_UNSOUND(UNSOUND_OTHERS_KEPT)) return true;
    for (uint32_t i = 0; i < s->writes[shared.i].count; i++) {
        LocId from = s->p->edges.data[s->writes[shared.i].data[i].i].from;
        if (s->p->locs.data[from.i].template.i == own && s->rounds->threads[own] <= 1) continue; /* it is oneself */
        if (reasons_exclude(s->reasons, at, from).kind == REASON_NONE) return false;
    }
    return true;
}

/* Assertions are the engine's: as a rule they rest on more than what is near, and its proofs name predicates. Races are
 * settled before (engines/excused.h). */
static bool is_asked_nearby(const Edge *e)
{
    if (!e->is_error || e->property == PROPERTY_NO_DATA_RACE) return false;
    return e->property != PROPERTY_UNREACH_CALL || e->approximate;
}

/* Parts of the time that there is. When so much was spent on errors that were not refuted, or only so much is left, no
 * further error is asked, so that what is refuted is kept. */
#define WASTED_MOST 0.15
#define LEFT_LEAST 0.25

/* False: there is no time for all of them. */
static bool refute_all(Settler *s, Backward *b, bool *errors)
{
    Program *p = s->p;
    const double all = run_seconds_left(p->run);
    double wasted = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (!is_asked_nearby(&p->edges.data[i])) continue;
        double left = run_seconds_left(p->run);
        if (wasted > all * WASTED_MOST || left < all * LEFT_LEAST) return false;
        errors[i] = backward_refutes(b, (EdgeId){i});
        if (!errors[i]) wasted += left - run_seconds_left(p->run);
        s->count += errors[i];
        run_log(p->run, 2, "error edge %u at line %u: %s", i, p->edges.data[i].pos.line,
                errors[i] ? "refuted backwards" : "open");
    }
    return true;
}

static void find_variable_writes(Settler *s)
{
    const Program *p = s->p;
    s->writes = run_alloc(p->run, (p->vars.count + 1) * sizeof *s->writes);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            vec_push(p->run, &s->writes[p->edges.data[i].assigns[k].var.i], ((EdgeId){i}));
}

static void settle_nearby_errors(Settler *s, Proof *proof, Verdict *verdict, Program **rest)
{
    Program *p = s->p;
    Rounds *rounds = rounds_new(p);
    Bounds *bounds = growth_bounds(p, rounds);
    bool *errors = run_alloc(p->run, p->edges.count + 1);
    s->rounds = rounds;
    find_variable_writes(s);
    Backward *b = backward_new(p, bounds, is_stable, s);
    s->is_cut = !refute_all(s, b, errors);
    backward_free(b);
    run_log(p->run, 1, "%u error edges refuted backwards, %u groups of bounded variables", s->count,
            bounds->groups.count);
    verdict->stats.errors_bounded += s->count;
    if (s->count) {
        Exclusions *facts = run_alloc(p->run, sizeof *facts);
        *facts = s->reasons->facts;
        ProofPart part = {.kind = PROOF_BOUNDS, .errors = errors, .reasons = facts, .bounds = bounds};
        vec_push(p->run, &proof->parts, part);
        *rest = excused_without(p, errors);
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        vec_free(p->run, &s->writes[v]);
    run_release(p->run, s->writes);
    rounds_free(rounds);
}

Program *bounded_settle(Program *p, Proof *proof, Verdict *verdict, bool *is_cut)
{
    bool any = false;
    if (is_cut) *is_cut = false;
    for (uint32_t i = 0; i < p->edges.count; i++)
        any |= is_asked_nearby(&p->edges.data[i]);
    if (!any || p->has_ideal_integers) return p;
    run_progress(p->run, "looking for errors that are refuted near by");
    Program *rest = p;
    Settler s = {.p = p, .reasons = reasons_find(p)};
    settle_nearby_errors(&s, proof, verdict, &rest);
    reasons_free(s.reasons);
    if (is_cut) *is_cut = s.is_cut;
    for (uint32_t i = 0; i < rest->edges.count; i++)
        if (rest->edges.data[i].is_error) return rest;
    return NULL;
}
