#include "engines/symmpa/abstraction/transition.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/cartesian_statement.h"

#include "logic/smt/check.h"
#include "logic/term/boolean.h"

typedef struct Transition {
    Cartesian *x;
    Program *p;
    const Predicates *predicates;
    Smt *smt;
    const AbstractTrace *trace;
    VEC(Literal) literals;
    VEC(Term) terms; /* of the literals; then the guard */
} Transition;

/* A state of the trace: before step i, or after the last one (no locals then). */
typedef struct TraceState {
    uint32_t shared, count;
    const uint32_t *locals;
} TraceState;

static void add_transition_literal(Transition *r, Space space, bool after, uint32_t index, uint32_t template,
                                   bool value, Term term)
{
    CHECK(r->literals.count == r->terms.count);
    vec_push(r->p->run, &r->literals, ((Literal){space, after, value, index, template}));
    vec_push(r->p->run, &r->terms, value ? term : term_not(r->p->tm, term));
}

/* gamma of the shared part (Definition 3): before the step, or through the weakest precondition after it. */
static void add_shared_part_literals(Transition *r, uint32_t edge, uint32_t shared, bool after)
{
    Bits bits = cartesian_shared_bits(r->x, shared);
    for (uint32_t i = 0; i < r->predicates->shared.count; i++) {
        uint32_t id = r->predicates->shared.data[i];
        Term t = after ? cartesian_wp(r->x, edge, id, SPACE_SHARED) : cartesian_before(r->x, id, SPACE_SHARED);
        add_transition_literal(r, SPACE_SHARED, after, i, NO_ID, bits_get(&bits, i), t);
    }
}

static void add_thread_literals(Transition *r, uint32_t edge, uint32_t local, Space space, bool after)
{
    LocId loc = cartesian_location(r->x, local);
    Bits bits = cartesian_local_bits(r->x, local), tracked = cartesian_tracked(r->x, loc);
    uint32_t t = r->p->locs.data[loc.i].template.i;
    CHECK(t < r->p->templates.count);
    for (uint32_t i = 0; i < r->predicates->local[t].count; i++) {
        uint32_t id = r->predicates->local[t].data[i];
        if (!bits_get(&tracked, i)) continue;
        Term term = after ? cartesian_wp(r->x, edge, id, space) : cartesian_before(r->x, id, space);
        add_transition_literal(r, space, after, i, t, bits_get(&bits, i), term);
    }
}

/* Definition 5: is there no concrete step between the states, as far as the literals tell? Then forbids it, as far as
 * the unsatisfiable core tells (generalisation). */
static bool block_if_spurious(Transition *r, uint32_t edge)
{
    uint32_t n = r->literals.count;
    vec_push(r->p->run, &r->terms, r->p->edges.data[edge].guard);
    SmtResult result = smt_check(r->smt, r->terms.data, r->terms.count);
    run_poll(r->p->run);
    if (result != SMT_UNSAT) return false;
    smt_core_minimize(r->smt, r->terms.data, r->terms.count, 30);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (smt_core_has(r->smt, i)) r->literals.data[kept++] = r->literals.data[i];
    cartesian_block(r->x, edge, r->literals.data, kept);
    return true;
}

static bool refine_with(Transition *r, const AbstractStep *step, const TraceState *before, const TraceState *after,
                        uint32_t passive)
{
    CHECK(step->edge < r->p->edges.count && step->thread < before->count);
    CHECK(passive == NO_LOCAL || (passive != step->thread && passive < before->count));
    bool error = r->p->edges.data[step->edge].is_error;
    vec_clear(&r->literals);
    vec_clear(&r->terms);
    add_shared_part_literals(r, step->edge, before->shared, false);
    add_thread_literals(r, step->edge, before->locals[step->thread], SPACE_ACTIVE, false);
    if (passive != NO_LOCAL) add_thread_literals(r, step->edge, before->locals[passive], SPACE_PASSIVE, false);
    if (!error) {
        add_shared_part_literals(r, step->edge, after->shared, true);
        add_thread_literals(r, step->edge, after->locals[step->thread], SPACE_ACTIVE, true);
        if (passive != NO_LOCAL)
            add_thread_literals(r, step->edge, after->locals[passive], SPACE_PASSIVE, true);
        else if (step->child != NO_LOCAL)
            add_thread_literals(r, step->edge, after->locals[step->child], SPACE_CHILD, true);
    }
    return block_if_spurious(r, step->edge);
}

uint32_t transition_refine(Cartesian *x, Program *p, const Predicates *predicates, Smt *smt, const AbstractTrace *trace,
                           bool passive_threads)
{
    Transition transition = {.x = x, .p = p, .predicates = predicates, .smt = smt, .trace = trace}, *r = &transition;
    uint32_t at = 0, added = 0;
    for (uint32_t i = 0; i + 1 < trace->steps.count; i++) { /* the last step is failing itself */
        CHECK(at + 2 <= trace->states.count);
        const uint32_t *words = trace->states.data + at;
        TraceState before = {words[0], words[1], words + 2};
        at += 2 + words[1];
        words = trace->states.data + at;
        CHECK(at + 2 + words[1] <= trace->states.count);
        TraceState after = {words[0], words[1], words + 2};
        const AbstractStep *step = &trace->steps.data[i];
        bool refined = refine_with(r, step, &before, &after, NO_LOCAL);
        for (uint32_t t = 0; t < before.count && passive_threads && !refined; t++)
            if (t != step->thread) refined = refine_with(r, step, &before, &after, t);
        added += refined;
    }
    vec_free(p->run, &r->literals);
    vec_free(p->run, &r->terms);
    return added;
}
