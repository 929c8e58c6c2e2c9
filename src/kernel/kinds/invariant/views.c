#include "kernel/kinds/invariant/views.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/invariant.h"
#include "kernel/kinds/invariant/refute.h"
#include "kernel/kinds/invariant/step.h"

/* [shared, atomic, singles..] and what extends it. */
typedef struct Common {
    uint32_t shared;
    bool atomic;
    const uint32_t *singles;
    uint32_t single_count;
} Common;

typedef struct Views {
    Checker *k;
    Intern commons;            /* [shared, atomic, singles..] */
    VEC(uint32_t) * locals_of; /* per common: local parts in its views */
} Views;

/* Are all sub-views with min(k, count) of the others there? chosen: scratch. */
static bool have_sub_views(const Checker *k, const Common *common, const uint32_t *others, uint32_t count,
                           uint32_t from, uint32_t *chosen, uint32_t n)
{
    uint32_t size = count < k->c->size ? count : k->c->size;
    if (n == size)
        return invariant_has_view(k, common->shared, common->atomic, common->singles, common->single_count, chosen, n);
    for (uint32_t i = from; i + (size - n) <= count; i++) {
        chosen[n] = others[i];
        if (!have_sub_views(k, common, others, count, i + 1, chosen, n + 1)) return false;
    }
    return true;
}

typedef struct ViewStep {
    Checker *k;
    const Common *common;
    uint32_t active;
    CertifyMove move;
    uint32_t passive_count, single_passives; /* the single ones come first */
    uint32_t before[INVARIANT_THREADS_MAX + CERTIFICATE_VIEW_MAX + 1],
        after[INVARIANT_THREADS_MAX + CERTIFICATE_VIEW_MAX + 1];
} ViewStep;

static bool is_ended(const Checker *k, uint32_t local) { return k->parts->locals.data[local].loc.i == NO_ID; }

static bool is_view_part_atomic(const Checker *k, uint32_t local)
{
    return !is_ended(k, local) && k->p->locs.data[k->parts->locals.data[local].loc.i].atomic;
}

static void place_in_view(const Checker *k, uint32_t local, uint32_t *singles, uint32_t *single_count, uint32_t *others,
                          uint32_t *other_count)
{
    if (local == NO_LOCAL || is_ended(k, local)) return;
    if (k->c->single[k->parts->locals.data[local].template.i])
        singles[(*single_count)++] = local;
    else
        others[(*other_count)++] = local;
}

static bool stays_in_views(const ViewStep *s)
{
    const Checker *k = s->k;
    uint32_t singles[INVARIANT_THREADS_MAX + 2], others[CERTIFICATE_VIEW_MAX + 4], single_count = 0, other_count = 0;
    uint32_t chosen[CERTIFICATE_VIEW_MAX];
    for (uint32_t i = 0; i < s->passive_count; i++)
        place_in_view(k, s->after[i], singles, &single_count, others, &other_count);
    place_in_view(k, s->move.local, singles, &single_count, others, &other_count);
    place_in_view(k, s->move.child, singles, &single_count, others, &other_count);
    CHECK(single_count <= INVARIANT_THREADS_MAX + 2 && other_count <= CERTIFICATE_VIEW_MAX + 4);
    bool atomic =
        is_view_part_atomic(k, s->move.local) || (s->move.child != NO_LOCAL && is_view_part_atomic(k, s->move.child));
    Common after = {s->move.shared, atomic, singles, single_count};
    return have_sub_views(k, &after, others, other_count, 0, chosen, 0);
}

static void choose_view_replies(ViewStep *s, uint32_t i)
{
    Checker *k = s->k;
    if (k->problem) return;
    if (i == s->passive_count) {
        k->steps++;
        if (stays_in_views(s) ||
            refute_step(k, s->common->shared, s->active, &s->move, s->before, s->after, s->passive_count))
            return;
        const CertifyPath *path = &paths_from(k, k->parts->locals.data[s->active].loc)->data[s->move.path];
        checker_fail(k, "%s leads out of the invariant", checker_describe(k, path));
        return;
    }
    CHECK(s->before[i] < k->parts->locals.count);
    CertifyRange replies = step_replies(k, s->common->shared, s->active, &s->move, s->before[i]);
    for (uint32_t r = 0; r < replies.count && !k->problem; r++) {
        s->after[i] = k->replies.data[replies.start + r];
        choose_view_replies(s, i + 1);
    }
}

static void check_thread(ViewStep *s)
{
    Checker *k = s->k;
    CHECK(s->passive_count <= INVARIANT_THREADS_MAX + CERTIFICATE_VIEW_MAX);
    CHECK(!is_ended(k, s->active));
    if (s->common->atomic && !is_view_part_atomic(k, s->active)) return;
    CertifyRange moves = step_moves(k, s->common->shared, s->active);
    for (uint32_t i = 0; i < moves.count && !k->problem; i++) {
        s->move = k->moves.data[moves.start + i];
        if (s->move.local != NO_LOCAL) {
            choose_view_replies(s, 0);
            continue;
        }
        k->steps++;
        if (refute_step(k, s->common->shared, s->active, &s->move, s->before, NULL, s->passive_count)) continue;
        const CertifyPath *path = &paths_from(k, k->parts->locals.data[s->active].loc)->data[s->move.path];
        checker_fail(k, "%s can fail", checker_describe(k, path));
    }
}

/* Every step of every thread of the configuration; with k + 1 others those of the others only. */
static void check_configuration(Checker *k, const Common *common, const uint32_t *others, uint32_t count)
{
    ViewStep s = {.k = k, .common = common};
    for (uint32_t a = 0; a < common->single_count && count <= k->c->size && !k->problem; a++) {
        s.passive_count = 0;
        for (uint32_t i = 0; i < common->single_count; i++)
            if (i != a) s.before[s.passive_count++] = common->singles[i];
        for (uint32_t i = 0; i < count; i++)
            s.before[s.passive_count++] = others[i];
        s.active = common->singles[a];
        check_thread(&s);
    }
    for (uint32_t a = 0; a < count && !k->problem; a++) {
        if (a && others[a] == others[a - 1]) continue;
        s.passive_count = 0;
        for (uint32_t i = 0; i < common->single_count; i++)
            s.before[s.passive_count++] = common->singles[i];
        for (uint32_t i = 0; i < count; i++)
            if (i != a) s.before[s.passive_count++] = others[i];
        s.active = others[a];
        check_thread(&s);
    }
}

/* The view itself as a whole configuration, and its extensions by one thread; each of those once, from the view
 * without its largest part. */
static void check_view_steps(Views *w, uint32_t id)
{
    Checker *k = w->k;
    uint32_t length;
    const uint32_t *key = intern_key(&k->c->states, id, &length);
    Common common = {key[0], key[1] != 0, key + 3, key[2]};
    uint32_t others[CERTIFICATE_VIEW_MAX + 1], count = length - 3 - key[2], chosen[CERTIFICATE_VIEW_MAX];
    CHECK(count <= k->c->size && key[2] <= INVARIANT_THREADS_MAX);
    if (count) memcpy(others, key + 3 + key[2], count * sizeof *others);
    check_configuration(k, &common, others, count);
    if (count < k->c->size) return;
    uint32_t *common_key = run_alloc(k->run, (2 + (size_t)key[2]) * sizeof *common_key);
    common_key[0] = key[0], common_key[1] = key[1];
    memcpy(common_key + 2, key + 3, key[2] * sizeof *common_key);
    uint32_t c = intern_find(&w->commons, common_key, 2 + key[2]);
    CHECK(c != INTERN_NONE);
    run_release(k->run, common_key);
    for (uint32_t i = 0; i < w->locals_of[c].count && !k->problem; i++) {
        others[count] = w->locals_of[c].data[i];
        if (count && others[count] < others[count - 1]) continue;
        if (have_sub_views(k, &common, others, count + 1, 0, chosen, 0))
            check_configuration(k, &common, others, count + 1);
    }
}

static void index_locals(Views *w)
{
    Checker *k = w->k;
    VEC(uint32_t) common = {NULL, 0, 0};
    intern_init(k->run, &w->commons);
    w->locals_of = run_alloc(k->run, (k->c->states.count + 1) * sizeof *w->locals_of);
    for (uint32_t i = 0; i < k->c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&k->c->states, i, &length);
        vec_clear(&common);
        vec_push(k->run, &common, key[0]);
        vec_push(k->run, &common, key[1]);
        for (uint32_t s = 0; s < key[2]; s++)
            vec_push(k->run, &common, key[3 + s]);
        uint32_t id = intern_add(&w->commons, common.data, common.count, NULL);
        if (length == 4 + key[2]) vec_push(k->run, &w->locals_of[id], key[3 + key[2]]);
    }
    vec_free(k->run, &common);
}

void views_check(Checker *k)
{
    Views views = {.k = k}, *w = &views;
    for (uint32_t i = 0; i < k->c->states.count && !k->problem; i++)
        if (intern_key(&k->c->states, i, NULL)[2] > INVARIANT_THREADS_MAX)
            checker_fail(k, "more than %d single threads", INVARIANT_THREADS_MAX);
    if (k->problem) return;
    index_locals(w);
    for (uint32_t i = 0; i < k->c->states.count && !k->problem; i++) {
        run_poll(k->run);
        check_view_steps(w, i);
    }
    for (uint32_t i = 0; i < k->c->states.count; i++)
        vec_free(k->run, &w->locals_of[i]);
    run_release(k->run, w->locals_of);
    intern_clear(&w->commons);
}
