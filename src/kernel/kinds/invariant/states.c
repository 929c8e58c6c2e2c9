#include "kernel/kinds/invariant/states.h"

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/invariant.h"
#include "kernel/kinds/invariant/refute.h"
#include "kernel/kinds/invariant/step.h"

typedef struct Group {
    uint32_t local, count;
} Group;

typedef struct StateStep {
    Checker *k;
    uint32_t shared, active;
    CertifyMove move;
    const Group *rest; /* passive threads */
    uint32_t rest_count;
    VEC(uint32_t) after;  /* (local, count) pairs chosen so far */
    VEC(uint32_t) before; /* with after: the passive threads of each pair were at this part */
    bool refute;          /* may ask the solver about steps that lead out */
    bool leaves;
} StateStep;

static bool is_part_atomic(const Checker *k, uint32_t local)
{
    LocId l = k->parts->locals.data[local].loc;
    return l.i != NO_ID && k->p->locs.data[l.i].atomic;
}

static const CertifyPath *path_of_move(StateStep *s)
{
    return &paths_from(s->k, s->k->parts->locals.data[s->active].loc)->data[s->move.path];
}

/* Each passive thread on its own, before and after (after NULL: the step fails). */
static bool is_refuted(StateStep *s, bool error)
{
    Checker *k = s->k;
    VEC(uint32_t) before = {NULL, 0, 0}, after = {NULL, 0, 0};
    if (error) {
        for (uint32_t i = 0; i < s->rest_count; i++)
            for (uint32_t c = 0; c < s->rest[i].count; c++)
                vec_push(k->run, &before, s->rest[i].local);
    } else {
        for (uint32_t i = 0; i < s->before.count; i++)
            for (uint32_t c = 0; c < s->after.data[2 * i + 1]; c++) {
                vec_push(k->run, &before, s->before.data[i]);
                vec_push(k->run, &after, s->after.data[2 * i]);
            }
    }
    bool refuted = refute_step(k, s->shared, s->active, &s->move, before.data, error ? NULL : after.data, before.count);
    vec_free(k->run, &before);
    vec_free(k->run, &after);
    return refuted;
}

/* Is every passive thread placed, each of a group with its replies? */
static bool all_are_placed(const StateStep *s)
{
    uint64_t threads = 0, placed = 0;
    for (uint32_t i = 0; i < s->rest_count; i++)
        threads += s->rest[i].count;
    for (uint32_t i = 0; i < s->before.count; i++)
        placed += s->after.data[2 * i + 1];
    return s->after.count == 2 * s->before.count && threads == placed;
}

static void check_after(StateStep *s)
{
    Checker *k = s->k;
    uint32_t n = s->after.count;
    CHECK(all_are_placed(s));
    k->steps++;
    vec_push(k->run, &s->after, s->move.local);
    vec_push(k->run, &s->after, 1);
    if (s->move.child != NO_LOCAL) {
        vec_push(k->run, &s->after, s->move.child);
        vec_push(k->run, &s->after, 1);
    }
    bool stays = invariant_has_state(k, s->move.shared, s->after.data, s->after.count / 2);
    s->after.count = n;
    if (stays) return;
    if (!s->refute) {
        s->leaves = true;
        return;
    }
    if (!is_refuted(s, false)) s->leaves = true;
}

/* Splits the threads of rest[i].. over their replies; `left` of group i over replies r... */
static void distribute_replies(StateStep *s, uint32_t i, uint32_t r, uint32_t left)
{
    Checker *k = s->k;
    if (k->problem || s->leaves) return;
    run_poll(k->run);
    if (i == s->rest_count) {
        check_after(s);
        return;
    }
    CertifyRange replies = step_replies(k, s->shared, s->active, &s->move, s->rest[i].local);
    if (!left) {
        distribute_replies(s, i + 1, 0, i + 1 < s->rest_count ? s->rest[i + 1].count : 0);
        return;
    }
    if (r >= replies.count) return; /* no way to place them: the step cannot be */
    for (uint32_t take = r + 1 == replies.count ? left : 0; take <= left; take++) {
        if (take) {
            vec_push(k->run, &s->after, k->replies.data[replies.start + r]);
            vec_push(k->run, &s->after, take);
            vec_push(k->run, &s->before, s->rest[i].local);
        }
        distribute_replies(s, i, r + 1, left - take);
        if (!take) continue;
        s->after.count -= 2;
        s->before.count--;
    }
}

/* Do all steps of a thread at `active` stay? refute: else, are they impossible? */
static bool thread_stays(StateStep *s, const Group *groups, uint32_t count, uint32_t active, bool may_start,
                         bool refute)
{
    Checker *k = s->k;
    CHECK(active < count && groups[active].count > 0);
    Group *rest = run_alloc(k->run, (count + 1) * sizeof *rest);
    s->rest_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        Group g = groups[i];
        if (i == active) g.count--;
        if (g.count) rest[s->rest_count++] = g;
    }
    s->rest = rest;
    s->active = groups[active].local;
    s->refute = refute;
    s->leaves = false;
    CertifyRange moves = step_moves(k, s->shared, s->active);
    for (uint32_t i = 0; i < moves.count && !k->problem && !s->leaves; i++) {
        s->move = k->moves.data[moves.start + i];
        if (s->move.local == NO_LOCAL) {
            k->steps++;
            if (refute && is_refuted(s, true)) continue;
            s->leaves = true;
            if (refute) checker_fail(k, "%s can fail", checker_describe(k, path_of_move(s)));
            continue;
        }
        if (s->move.child != NO_LOCAL && !may_start) {
            if (k->c->kind == CERTIFICATE_CREATED && !(refute && is_refuted(s, true))) {
                s->leaves = true;
                if (refute)
                    checker_fail(k, "%s starts more threads than claimed", checker_describe(k, path_of_move(s)));
                continue;
            }
            if (is_part_atomic(k, s->move.child)) continue; /* waits for a thread that would stop all others */
            s->move.child = NO_LOCAL;
        }
        vec_clear(&s->after);
        vec_clear(&s->before);
        distribute_replies(s, 0, 0, s->rest_count ? s->rest[0].count : 0);
        CHECK(s->after.count == 0 && s->before.count == 0);
        if (s->leaves && refute) checker_fail(k, "%s leads out of the invariant", checker_describe(k, path_of_move(s)));
    }
    run_release(k->run, rest);
    return !s->leaves && !k->problem;
}

static bool may_be_eager(Checker *k, uint32_t shared, uint32_t local, bool may_start)
{
    LocId l = k->parts->locals.data[local].loc;
    if (l.i == NO_ID || !k->c->eager[l.i]) return false;
    CertifyRange moves = step_moves(k, shared, local);
    for (uint32_t i = 0; i < moves.count && !may_start; i++)
        if (k->moves.data[moves.start + i].child != NO_LOCAL) return false;
    return true;
}

static void check_state_steps(StateStep *s, uint32_t id, uint32_t at_start)
{
    Checker *k = s->k;
    uint32_t length;
    const uint32_t *key = intern_key(&k->c->states, id, &length);
    CHECK(length % 2 == 1 && key[0] < k->c->shareds.count);
    uint32_t count = (length - 1) / 2;
    Group *groups = run_alloc(k->run, (count + 1) * sizeof *groups);
    uint64_t total = 0;
    uint64_t in_sections = 0;
    s->shared = key[0];
    for (uint32_t i = 0; i < count; i++) {
        groups[i] = (Group){key[1 + 2 * i], key[2 + 2 * i]};
        total += groups[i].count;
        if (is_part_atomic(k, groups[i].local)) in_sections += groups[i].count;
    }
    bool atomic = in_sections > 0;
    bool may_start = total - at_start < k->c->size, done = false;
    if (total < at_start) checker_fail(k, "a state has fewer threads than there are at the start");
    /* First without the solver: which of several eager threads was chosen is not in the certificate. */
    for (uint32_t i = 0; i < count && !atomic && !done && !k->problem; i++)
        if (may_be_eager(k, s->shared, groups[i].local, may_start))
            done = thread_stays(s, groups, count, i, may_start, false);
    /* Two threads that started inside atomic sections stop each other, and all. */
    for (uint32_t i = 0; i < count && !done && !k->problem && in_sections < 2; i++)
        if (!atomic || is_part_atomic(k, groups[i].local)) thread_stays(s, groups, count, i, may_start, true);
    run_release(k->run, groups);
}

void states_check(Checker *k)
{
    StateStep s = {.k = k};
    uint32_t at_start = 0;
    for (uint32_t t = 0; t < k->p->templates.count; t++) {
        Count initial = k->p->templates.data[t].initial;
        at_start += initial == COUNT_MANY ? k->c->size : initial == COUNT_ONE ? 1 : 0;
    }
    for (uint32_t i = 0; i < k->c->states.count && !k->problem; i++) {
        run_poll(k->run);
        check_state_steps(&s, i, at_start);
    }
    vec_free(k->run, &s.after);
    vec_free(k->run, &s.before);
}
