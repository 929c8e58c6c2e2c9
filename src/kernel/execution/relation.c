#include "kernel/execution/relation.h"

#include "base/check.h"

Relation relation_new(Run *run, uint32_t count)
{
    Relation r = {count, count / 64 + 1, NULL};
    r.bits = run_alloc(run, ((size_t)count * r.words + 1) * sizeof *r.bits);
    return r;
}

void relation_free(Run *run, Relation *r)
{
    run_release(run, r->bits);
    r->bits = NULL;
}

void relation_add(Relation *r, uint32_t a, uint32_t b)
{
    CHECK(a < r->count && b < r->count);
    r->bits[(size_t)a * r->words + b / 64] |= UINT64_C(1) << b % 64;
}

bool relation_has(const Relation *r, uint32_t a, uint32_t b)
{
    CHECK(a < r->count && b < r->count);
    return r->bits[(size_t)a * r->words + b / 64] >> b % 64 & 1;
}

void relation_join_row(Relation *to, uint32_t a, const Relation *from, uint32_t b)
{
    CHECK(to->count == from->count && a < to->count && b < to->count);
    for (uint32_t w = 0; w < to->words; w++)
        to->bits[(size_t)a * to->words + w] |= from->bits[(size_t)b * from->words + w];
}

/* Takes away events that none of those left leads to, until none is found. */
bool relation_has_cycle(Run *run, const Relation *r)
{
    uint32_t *before = run_alloc(run, (r->count + 1) * sizeof *before);
    uint32_t *ready = run_alloc(run, (r->count + 1) * sizeof *ready), count = 0, taken = 0;
    for (uint32_t a = 0; a < r->count; a++)
        for (uint32_t b = 0; b < r->count; b++)
            before[b] += relation_has(r, a, b);
    for (uint32_t a = 0; a < r->count; a++)
        if (!before[a]) ready[count++] = a;
    while (taken < count) {
        uint32_t a = ready[taken++];
        for (uint32_t b = 0; b < r->count; b++)
            if (relation_has(r, a, b) && --before[b] == 0) ready[count++] = b;
    }
    run_release(run, before);
    run_release(run, ready);
    return taken < r->count;
}
