/* Most of what is asked beside assertions (does this sum overflow? is that index in range?) is decided near by: by a
 * test just before, by the values that a counter can have, by what a lock protects. Such an error is refuted backwards
 * from its edge (bounds/backward.h), one question after the other, without predicates and without a state space, so
 * that the engine is left with those that need both. */
#include "engine/bounded.h"

#include "exclude/reason.h"
#include "base/check.h"
#include "base/unsound.h"
#include "bounds/backward.h"
#include "bounds/growth.h"
#include "engine/excused.h"

typedef struct Settler {
    Program *p;
    Reasons *reasons;
    const Rounds *rounds;
    VEC(EdgeId) * writes; /* per variable */
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
 * settled before (engine/excused.h). */
static bool is_asked(const Edge *e)
{
    if (!e->is_error || e->property == PROPERTY_NO_DATA_RACE) return false;
    return e->property != PROPERTY_UNREACH_CALL || e->approximate;
}

#define TIME_LEFT 0.4 /* of what there is: with less no further error is asked, so that what is refuted is kept */

static uint32_t refute_all(Settler *s, const Bounds *bounds, bool *errors)
{
    Program *p = s->p;
    uint32_t count = 0;
    double enough = run_seconds_left(p->run) * TIME_LEFT;
    Backward *b = backward_new(p, bounds, is_stable, s);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (!is_asked(&p->edges.data[i])) continue;
        if (run_seconds_left(p->run) < enough) {
            s->is_cut = true;
            break;
        }
        errors[i] = backward_refutes(b, (EdgeId){i});
        count += errors[i];
        run_log(p->run, 2, "error edge %u at line %u: %s", i, p->edges.data[i].pos.line,
                errors[i] ? "refuted backwards" : "open");
    }
    backward_free(b);
    return count;
}

static void find_writes(Settler *s)
{
    const Program *p = s->p;
    s->writes = run_alloc(p->run, (p->vars.count + 1) * sizeof *s->writes);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            vec_push(p->run, &s->writes[p->edges.data[i].assigns[k].var.i], ((EdgeId){i}));
}

static void settle(Settler *s, Proof *proof, Verdict *verdict, Program **rest)
{
    Program *p = s->p;
    Rounds *rounds = rounds_new(p);
    Bounds *bounds = growth_bounds(p, rounds);
    bool *errors = run_alloc(p->run, p->edges.count + 1);
    s->rounds = rounds;
    find_writes(s);
    uint32_t count = refute_all(s, bounds, errors);
    run_log(p->run, 1, "%u error edges refuted backwards, %u groups of bounded variables", count, bounds->groups.count);
    verdict->stats.errors_bounded = count;
    if (count) {
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
        any |= is_asked(&p->edges.data[i]);
    if (!any || p->has_ideal_integers) return p;
    run_progress(p->run, "looking for errors that are refuted near by");
    Program *rest = p;
    Settler s = {.p = p, .reasons = reasons_find(p)};
    settle(&s, proof, verdict, &rest);
    reasons_free(s.reasons);
    if (is_cut) *is_cut = s.is_cut;
    for (uint32_t i = 0; i < rest->edges.count; i++)
        if (rest->edges.data[i].is_error) return rest;
    return NULL;
}
