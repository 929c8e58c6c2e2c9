#include "proof/certificate.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define BITS_WORDS (BITS_MAX / 32)

Certificate *certificate_new(Program *p, CertificateKind kind, uint32_t size)
{
    Run *run = p->run;
    Certificate *c = run_alloc(run, sizeof *c);
    CHECK(kind != CERTIFICATE_VIEWS || (size > 0 && size <= CERTIFICATE_VIEW_MAX));
    c->p = p;
    c->kind = kind;
    c->size = size;
    c->single = run_alloc(run, p->templates.count + 1);
    c->cut = run_alloc(run, p->locs.count + 1);
    c->eager = run_alloc(run, p->locs.count + 1);
    c->section = run_alloc(run, (p->locs.count + 1) * sizeof *c->section);
    for (uint32_t l = 0; l < p->locs.count; l++)
        c->section[l] = (VarId){NO_ID};
    c->tracked = run_alloc(run, (p->locs.count + 1) * sizeof *c->tracked);
    c->local = run_alloc(run, (p->templates.count + 1) * sizeof *c->local);
    intern_init(run, &c->shared_ids);
    intern_init(run, &c->local_ids);
    intern_init(run, &c->states);
    return c;
}

uint32_t certificate_shared(Certificate *c, const Bits *bits)
{
    uint32_t key[BITS_WORDS];
    bool is_new;
    memcpy(key, bits, sizeof key);
    uint32_t id = intern_add(&c->shared_ids, key, BITS_WORDS, &is_new);
    if (is_new) vec_push(c->p->run, &c->shareds, *bits);
    CHECK(c->shareds.count == c->shared_ids.count);
    CHECK(bits_equal(&c->shareds.data[id], bits));
    return id;
}

uint32_t certificate_local(Certificate *c, const CertificateLocal *local)
{
    uint32_t key[2 + BITS_WORDS] = {local->template.i, local->loc.i};
    bool is_new;
    CHECK(local->template.i < c->p->templates.count);
    CHECK(local->loc.i == NO_ID || c->p->locs.data[local->loc.i].template.i == local->template.i);
    CHECK(local->loc.i != NO_ID || !bits_any(&local->bits));
    memcpy(key + 2, &local->bits, sizeof local->bits);
    uint32_t id = intern_add(&c->local_ids, key, 2 + BITS_WORDS, &is_new);
    if (is_new) vec_push(c->p->run, &c->locals, *local);
    CHECK(c->locals.count == c->local_ids.count);
    CHECK(c->locals.data[id].loc.i == local->loc.i && bits_equal(&c->locals.data[id].bits, &local->bits));
    return id;
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_local_groups(const void *a, const void *b) { return compare_words(a, b); }

static void sort_words(uint32_t *words, uint32_t count)
{
    if (count > 1) qsort(words, count, sizeof *words, compare_words);
}

/* In order, and below the limit? */
static bool words_are_valid(const uint32_t *words, uint32_t count, uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++)
        if (words[i] >= limit || (i && words[i] < words[i - 1])) return false;
    return true;
}

static void add_view_key(Certificate *c, uint32_t *key, uint32_t fixed, uint32_t others)
{
    bool is_new;
    CHECK(words_are_valid(key + 3, key[2], c->locals.count));
    CHECK(words_are_valid(key + fixed, others, c->locals.count));
    intern_add(&c->states, key, fixed + others, &is_new);
    if (!is_new) return;
    for (uint32_t skip = 0; skip < others; skip++) {
        uint32_t *sub = run_alloc(c->p->run, (fixed + others) * sizeof *sub), n = fixed;
        memcpy(sub, key, fixed * sizeof *sub);
        for (uint32_t i = 0; i < others; i++)
            if (i != skip) sub[n++] = key[fixed + i];
        add_view_key(c, sub, fixed, others - 1);
        run_release(c->p->run, sub);
    }
}

void certificate_add_view(Certificate *c, uint32_t shared, bool atomic, uint32_t *singles, uint32_t single_count,
                          uint32_t *others, uint32_t other_count)
{
    Run *run = c->p->run;
    CHECK(c->kind == CERTIFICATE_VIEWS && shared < c->shareds.count);
    CHECK(other_count <= c->size);
    sort_words(singles, single_count);
    sort_words(others, other_count);
    uint32_t fixed = 3 + single_count, *key = run_alloc(run, (fixed + (size_t)other_count) * sizeof *key);
    key[0] = shared, key[1] = atomic, key[2] = single_count;
    for (uint32_t i = 0; i < single_count; i++)
        key[3 + i] = singles[i];
    for (uint32_t i = 0; i < other_count; i++)
        key[fixed + i] = others[i];
    add_view_key(c, key, fixed, other_count);
    run_release(run, key);
}

void certificate_add_state(Certificate *c, uint32_t shared, uint32_t *groups, uint32_t group_count)
{
    CHECK(c->kind != CERTIFICATE_VIEWS && shared < c->shareds.count);
    if (group_count > 1) qsort(groups, group_count, 2 * sizeof *groups, compare_local_groups);
    uint32_t *key = run_alloc(c->p->run, (1 + 2 * (size_t)group_count) * sizeof *key), n = 1;
    key[0] = shared;
    for (uint32_t i = 0; i < group_count; i++) {
        CHECK(groups[2 * i] < c->locals.count && groups[2 * i + 1] > 0);
        if (n > 1 && key[n - 2] == groups[2 * i]) {
            key[n - 1] += groups[2 * i + 1];
            continue;
        }
        key[n++] = groups[2 * i];
        key[n++] = groups[2 * i + 1];
    }
    intern_add(&c->states, key, n, NULL);
    run_release(c->p->run, key);
}

/* ---- order ---- */

static int compare_bits(const Bits *a, const Bits *b)
{
    for (uint32_t w = 0; w < BITS_MAX / 64; w++) {
        uint64_t differ = a->w[w] ^ b->w[w];
        if (differ) return a->w[w] & (differ & -differ) ? 1 : -1; /* predicate 0 counts most, as in the text */
    }
    return 0;
}

static int compare_shareds(const void *a, const void *b, void *arg)
{
    const Certificate *c = arg;
    return compare_bits(&c->shareds.data[*(const uint32_t *)a], &c->shareds.data[*(const uint32_t *)b]);
}

static int compare_locals(const void *a, const void *b, void *arg)
{
    const Certificate *c = arg;
    const CertificateLocal *x = &c->locals.data[*(const uint32_t *)a], *y = &c->locals.data[*(const uint32_t *)b];
    if (x->template.i != y->template.i) return x->template.i < y->template.i ? -1 : 1;
    if (x->loc.i != y->loc.i) return x->loc.i < y->loc.i ? -1 : 1;
    return compare_bits(&x->bits, &y->bits);
}

static int compare_states(const void *a, const void *b, void *arg)
{
    const Certificate *c = arg;
    uint32_t n, m;
    const uint32_t *x = intern_key(&c->states, *(const uint32_t *)a, &n);
    const uint32_t *y = intern_key(&c->states, *(const uint32_t *)b, &m);
    for (uint32_t i = 0; i < n && i < m; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return (n > m) - (n < m);
}

/* order[new] = old; *place[old] = new. */
static uint32_t *sorted_ids(Certificate *c, uint32_t count, int (*compare)(const void *, const void *, void *),
                            uint32_t **place)
{
    uint32_t *order = run_alloc(c->p->run, (count + 1) * sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (count > 1) qsort_r(order, count, sizeof *order, compare, c);
    if (place) {
        *place = run_alloc(c->p->run, (count + 1) * sizeof **place);
        for (uint32_t i = 0; i < count; i++)
            (*place)[order[i]] = i;
    }
    return order;
}

static void renumber_parts(Certificate *c, uint32_t **shared_place, uint32_t **local_place)
{
    Run *run = c->p->run;
    uint32_t *order = sorted_ids(c, c->shareds.count, compare_shareds, shared_place);
    Bits *shareds = run_alloc(run, (c->shareds.count + 1) * sizeof *shareds);
    for (uint32_t i = 0; i < c->shareds.count; i++)
        shareds[i] = c->shareds.data[order[i]];
    uint32_t shared_count = c->shareds.count;
    c->shareds.count = 0;
    intern_clear(&c->shared_ids);
    intern_init(run, &c->shared_ids);
    for (uint32_t i = 0; i < shared_count; i++)
        certificate_shared(c, &shareds[i]);
    CHECK(c->shareds.count == shared_count);
    run_release(run, shareds);
    run_release(run, order);
    order = sorted_ids(c, c->locals.count, compare_locals, local_place);
    CertificateLocal *locals = run_alloc(run, (c->locals.count + 1) * sizeof *locals);
    for (uint32_t i = 0; i < c->locals.count; i++)
        locals[i] = c->locals.data[order[i]];
    uint32_t local_count = c->locals.count;
    c->locals.count = 0;
    intern_clear(&c->local_ids);
    intern_init(run, &c->local_ids);
    for (uint32_t i = 0; i < local_count; i++)
        certificate_local(c, &locals[i]);
    CHECK(c->locals.count == local_count);
    run_release(run, locals);
    run_release(run, order);
}

static void renumber_state(const Certificate *c, uint32_t *key, uint32_t length, const uint32_t *shared_place,
                           const uint32_t *local_place)
{
    key[0] = shared_place[key[0]];
    if (c->kind == CERTIFICATE_VIEWS) {
        uint32_t fixed = 3 + key[2];
        for (uint32_t i = 3; i < length; i++)
            key[i] = local_place[key[i]];
        sort_words(key + 3, key[2]);
        sort_words(key + fixed, length - fixed);
        return;
    }
    for (uint32_t i = 1; i < length; i += 2)
        key[i] = local_place[key[i]];
    if (length > 3) qsort(key + 1, (length - 1) / 2, 2 * sizeof *key, compare_local_groups);
}

bool certificate_is_sorted(const Certificate *c)
{
    for (uint32_t i = 1; i < c->shareds.count; i++)
        if (compare_bits(&c->shareds.data[i - 1], &c->shareds.data[i]) >= 0) return false;
    for (uint32_t i = 1; i < c->locals.count; i++)
        if (compare_locals(&(uint32_t){i - 1}, &i, (void *)c) >= 0) return false;
    for (uint32_t i = 1; i < c->states.count; i++)
        if (compare_states(&(uint32_t){i - 1}, &i, (void *)c) >= 0) return false;
    return true;
}

void certificate_sort(Certificate *c)
{
    Run *run = c->p->run;
    uint32_t *shared_place, *local_place;
    renumber_parts(c, &shared_place, &local_place);
    Intern renumbered;
    intern_init(run, &renumbered);
    VEC(uint32_t) key = {NULL, 0, 0};
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *old = intern_key(&c->states, i, &length);
        vec_reserve(run, &key, length);
        memcpy(key.data, old, length * sizeof *old);
        renumber_state(c, key.data, length, shared_place, local_place);
        intern_add(&renumbered, key.data, length, NULL);
    }
    CHECK(renumbered.count == c->states.count);
    intern_clear(&c->states);
    c->states = renumbered;
    uint32_t *order = sorted_ids(c, c->states.count, compare_states, NULL);
    Intern sorted;
    intern_init(run, &sorted);
    for (uint32_t i = 0; i < renumbered.count; i++) {
        uint32_t length;
        const uint32_t *old = intern_key(&c->states, order[i], &length);
        intern_add(&sorted, old, length, NULL);
    }
    intern_clear(&c->states);
    c->states = sorted;
    vec_free(run, &key);
    run_release(run, order);
    run_release(run, shared_place);
    run_release(run, local_place);
    CHECK(certificate_is_sorted(c));
}

uint32_t certificate_most_threads(const Certificate *c)
{
    if (c->kind == CERTIFICATE_VIEWS) return UINT32_MAX;
    uint64_t total = 0;
    bool spawns = false;
    for (uint32_t i = 0; i < c->p->edges.count; i++)
        spawns |= c->p->edges.data[i].spawn.i != NO_ID;
    for (uint32_t t = 0; t < c->p->templates.count; t++) {
        Count initial = c->p->templates.data[t].initial;
        total += initial == COUNT_MANY ? c->size : initial == COUNT_ONE ? 1 : 0;
    }
    if (spawns) total += c->size;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}
