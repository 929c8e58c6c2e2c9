#include "engines/circ/ids.h"

#include <string.h>

#include "base/check.h"

/* Where the id is, or would be. */
static uint32_t place_in_ids(const IdSet *set, uint32_t id)
{
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->data[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ids_have(const IdSet *set, uint32_t id)
{
    uint32_t i = place_in_ids(set, id);
    return i < set->count && set->data[i] == id;
}

bool ids_add(Run *run, IdSet *set, uint32_t id)
{
    uint32_t i = place_in_ids(set, id);
    if (i < set->count && set->data[i] == id) return false;
    vec_push(run, set, id);
    memmove(set->data + i + 1, set->data + i, (set->count - 1 - i) * sizeof *set->data);
    set->data[i] = id;
    CHECK((i == 0 || set->data[i - 1] < id) && (i + 1 == set->count || id < set->data[i + 1]));
    return true;
}

bool ids_within(const IdSet *a, const IdSet *b)
{
    if (a->count > b->count) return false;
    uint32_t k = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        while (k < b->count && b->data[k] < a->data[i])
            k++;
        if (k == b->count || b->data[k] != a->data[i]) return false;
    }
    return true;
}

bool ids_equal(const IdSet *a, const IdSet *b)
{
    return a->count == b->count && (!a->count || memcmp(a->data, b->data, a->count * sizeof *a->data) == 0);
}

void ids_join(Run *run, IdSet *to, const IdSet *from)
{
    CHECK(to != from);
    for (uint32_t i = 0; i < from->count; i++)
        ids_add(run, to, from->data[i]);
}

bool ids_are_valid(const IdSet *set)
{
    for (uint32_t i = 1; i < set->count; i++)
        if (set->data[i - 1] >= set->data[i]) return false;
    return true;
}
