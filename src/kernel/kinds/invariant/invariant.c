#include "kernel/kinds/invariant/invariant.h"

#include <string.h>

#include "base/check.h"

static void sort_small(uint32_t *v, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j > 0 && v[j - 1] > v[j]; j--) {
            uint32_t t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}

bool invariant_has_view(const Checker *k, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                        const uint32_t *others, uint32_t other_count)
{
    uint32_t key[3 + INVARIANT_THREADS_MAX + CERTIFICATE_VIEW_MAX], n = 3;
    if (single_count > INVARIANT_THREADS_MAX || other_count > CERTIFICATE_VIEW_MAX) return false;
    key[0] = shared, key[1] = atomic, key[2] = single_count;
    for (uint32_t i = 0; i < single_count; i++)
        key[n++] = singles[i];
    for (uint32_t i = 0; i < other_count; i++)
        key[n++] = others[i];
    CHECK(n == 3 + single_count + other_count);
    sort_small(key + 3, single_count);
    sort_small(key + 3 + single_count, other_count);
    return intern_find(&k->c->states, key, n) != INTERN_NONE;
}

bool invariant_has_state(const Checker *k, uint32_t shared, uint32_t *groups, uint32_t count)
{
    /* sorted and joined as certificate_add_state does */
    uint32_t *key = run_alloc(k->run, (1 + 2 * (size_t)count) * sizeof *key), n = 1;
    key[0] = shared;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = 1;
        while (at < n && key[at] < groups[2 * i])
            at += 2;
        if (at < n && key[at] == groups[2 * i]) {
            key[at + 1] += groups[2 * i + 1];
            continue;
        }
        memmove(key + at + 2, key + at, (n - at) * sizeof *key);
        key[at] = groups[2 * i];
        key[at + 1] = groups[2 * i + 1];
        n += 2;
    }
    CHECK(n % 2 == 1 && n <= 1 + 2 * count);
    bool found = intern_find(&k->c->states, key, n) != INTERN_NONE;
    run_release(k->run, key);
    return found;
}
