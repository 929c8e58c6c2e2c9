/* Abstract statements: what a step of an edge does to every predicate for itself (paper 001, Algorithm 1). */
#include "engines/symmpa/abstraction/cartesian_statement.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/cartesian_cubes.h"
#include "logic/term/boolean.h"

/* ---- weakest preconditions ---- */

Term cartesian_wp(Cartesian *x, uint32_t edge, uint32_t predicate, Space space)
{
    return step_before(x->p, &x->p->edges.data[edge], x->predicates->all.data[predicate].term, space);
}

Term cartesian_before(Cartesian *x, uint32_t predicate, Space space)
{
    return step_now(x->p, x->predicates->all.data[predicate].term, space);
}

/* ---- statements ---- */

static void add_tracked_candidates(Cartesian *x, CubeCandidates *out, Space space, LocId loc)
{
    Predicates *set = x->predicates;
    bool shared = space == SPACE_SHARED;
    uint32_t template = shared ? NO_ID : template_at(x, loc);
    uint32_t count = shared ? set->shared.count : set->local[template_at(x, loc)].count;
    const uint32_t *ids = shared ? set->shared.data : set->local[template_at(x, loc)].data;
    for (uint32_t i = 0; i < count; i++)
        if (shared || bits_get(&x->states.tracked[loc.i], i))
            vec_push(x->p->run, out, ((CubeCandidate){space, i, template, cartesian_before(x, ids[i], space)}));
}

/* Constant, a tracked predicate, its negation; otherwise cubes, or any value. */
static Update make_update(Cartesian *x, uint32_t edge, Space space, uint32_t index, Term wp,
                          const CubeCandidates *candidates, bool look)
{
    TermManager *tm = x->p->tm;
    Update u = {.space = space, .index = index, .kind = UPDATE_CHOOSE, .strengthening = NO_ID};
    CHECK(index < BITS_MAX);
    if (!look) return u;
    if (term_is_const(tm, wp)) {
        u.kind = UPDATE_CONST;
        u.negated = term_is_true(tm, wp);
        return u;
    }
    Term negation = term_not(tm, wp);
    for (uint32_t i = 0; i < candidates->count; i++) {
        const CubeCandidate *c = &candidates->data[i];
        if (!term_same(c->term, wp) && !term_same(c->term, negation)) continue;
        u.kind = UPDATE_COPY;
        u.negated = !term_same(c->term, wp);
        u.from = c->space;
        u.source = c->index;
        CHECK(c->space != SPACE_CHILD); /* it was not there before */
        return u;
    }
    if (x->options.cube) u.strengthening = strengthen(x, edge, wp, false, candidates);
    return u;
}

static void find_guard(Cartesian *x, AbstractStatement *s, uint32_t edge, const CubeCandidates *candidates)
{
    TermManager *tm = x->p->tm;
    Term guard = x->p->edges.data[edge].guard;
    s->guard = NO_ID;
    if (term_is_true(tm, guard)) return;
    if (x->options.cube) {
        s->guard = strengthen(x, edge, term_not(tm, guard), true, candidates);
        return;
    }
    /* c0: conjuncts that are predicates. */
    CubeCandidates exact = {NULL, 0, 0};
    uint32_t parts = term_kind(tm, guard) == TERM_AND ? term_arity(tm, guard) : 1;
    for (uint32_t i = 0; i < candidates->count; i++)
        for (uint32_t k = 0; k < parts; k++) {
            Term part = parts > 1 ? term_arg(tm, guard, k) : guard, c = candidates->data[i].term;
            if (!term_same(part, c) && !term_same(part, term_not(tm, c))) continue;
            vec_push(x->p->run, &exact, candidates->data[i]);
            break;
        }
    s->guard = strengthen(x, edge, term_not(tm, guard), true, &exact);
    vec_free(x->p->run, &exact);
}

static void add_active_updates(Cartesian *x, AbstractStatement *s, uint32_t edge, const CubeCandidates *candidates)
{
    const Edge *e = &x->p->edges.data[edge];
    Predicates *set = x->predicates;
    Run *run = x->p->run;
    for (uint32_t i = 0; i < set->shared.count; i++) {
        Term wp = cartesian_wp(x, edge, set->shared.data[i], SPACE_SHARED);
        if (!term_same(wp, set->all.data[set->shared.data[i]].term))
            vec_push(run, &s->updates, make_update(x, edge, SPACE_SHARED, i, wp, candidates, true));
    }
    uint32_t t = template_at(x, e->to);
    for (uint32_t i = 0; i < set->local[t].count; i++) {
        if (!bits_get(&x->states.tracked[e->to.i], i)) continue;
        Term wp = cartesian_wp(x, edge, set->local[t].data[i], SPACE_ACTIVE);
        vec_push(run, &s->updates, make_update(x, edge, SPACE_ACTIVE, i, wp, candidates, true));
    }
    if (e->spawn.i == NO_ID) return;
    LocId entry = x->p->templates.data[e->spawn.i].entry;
    for (uint32_t i = 0; i < set->local[e->spawn.i].count; i++) {
        if (!bits_get(&x->states.tracked[entry.i], i)) continue;
        Term wp = cartesian_wp(x, edge, set->local[e->spawn.i].data[i], SPACE_CHILD);
        vec_push(run, &s->updates, make_update(x, edge, SPACE_CHILD, i, wp, candidates, true));
    }
}

const AbstractStatement *cartesian_statement(Cartesian *x, uint32_t edge)
{
    CHECK(edge < x->p->edges.count);
    AbstractStatement *s = &x->statements[edge];
    if (s->ready) return s;
    s->ready = true;
    const Edge *e = &x->p->edges.data[edge];
    CubeCandidates candidates = {NULL, 0, 0};
    add_tracked_candidates(x, &candidates, SPACE_SHARED, e->from);
    add_tracked_candidates(x, &candidates, SPACE_ACTIVE, e->from);
    find_guard(x, s, edge, &candidates);
    if (!e->is_error) add_active_updates(x, s, edge, &candidates);
    vec_free(x->p->run, &candidates);
    return s;
}

uint32_t cartesian_passive_updates(Cartesian *x, uint32_t edge, LocId loc)
{
    CHECK(edge < x->p->edges.count && loc.i < x->p->locs.count);
    uint32_t key[2] = {edge, loc.i};
    bool is_new;
    uint32_t id = intern_add(&x->passive_ids, key, 2, &is_new);
    if (!is_new) return id;
    const Edge *e = &x->p->edges.data[edge];
    Predicates *set = x->predicates;
    CubeCandidates candidates = {NULL, 0, 0};
    Updates updates = {NULL, 0, 0};
    add_tracked_candidates(x, &candidates, SPACE_SHARED, e->from);
    add_tracked_candidates(x, &candidates, SPACE_PASSIVE, loc);
    add_tracked_candidates(x, &candidates, SPACE_ACTIVE, e->from);
    uint32_t t = template_at(x, loc);
    for (uint32_t i = 0; i < set->local[t].count && x->options.broadcasts; i++) {
        uint32_t predicate = set->local[t].data[i];
        if (!bits_get(&x->states.tracked[loc.i], i) || set->all.data[predicate].class != PREDICATE_MIXED) continue;
        Term wp = cartesian_wp(x, edge, predicate, SPACE_PASSIVE);
        if (term_same(wp, cartesian_before(x, predicate, SPACE_PASSIVE))) continue;
        vec_push(x->p->run, &updates, make_update(x, edge, SPACE_PASSIVE, i, wp, &candidates, x->options.passive));
    }
    vec_free(x->p->run, &candidates);
    CHECK(x->passives.count == id);
    vec_push(x->p->run, &x->passives, updates);
    return id;
}
