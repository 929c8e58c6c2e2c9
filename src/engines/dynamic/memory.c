/* Open addressing; no element is ever taken out. */
#include "engines/dynamic/memory.h"

#include <string.h>

#include "base/check.h"

#define FEWEST 8

static uint32_t place_of(const Cells *cells, uint64_t index)
{
    uint64_t hash = (index ^ index >> 29) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t mask = cells->capacity - 1, at = (uint32_t)(hash >> 32) & mask;
    while (cells->used[at] && cells->keys[at] != index)
        at = (at + 1) & mask;
    return at;
}

uint64_t cells_get(const Cells *cells, uint64_t index)
{
    if (!cells->count) return cells->rest;
    uint32_t at = place_of(cells, index);
    return cells->used[at] ? cells->values[at] : cells->rest;
}

static void grow(Run *run, Cells *cells)
{
    Cells old = *cells;
    cells->capacity = old.capacity ? 2 * old.capacity : FEWEST;
    cells->keys = run_alloc(run, cells->capacity * sizeof *cells->keys);
    cells->values = run_alloc(run, cells->capacity * sizeof *cells->values);
    cells->used = run_alloc(run, cells->capacity);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (!old.used[i]) continue;
        uint32_t at = place_of(cells, old.keys[i]);
        cells->used[at] = true;
        cells->keys[at] = old.keys[i];
        cells->values[at] = old.values[i];
    }
    cells_free(run, &old);
}

void cells_set(Run *run, Cells *cells, uint64_t index, uint64_t value)
{
    if (4 * (cells->count + 1) > 3 * cells->capacity) grow(run, cells);
    uint32_t at = place_of(cells, index);
    if (!cells->used[at]) cells->count++;
    cells->used[at] = true;
    cells->keys[at] = index;
    cells->values[at] = value;
    CHECK(cells->count < cells->capacity);
}

void cells_fill(Cells *cells, uint64_t value)
{
    if (cells->capacity) memset(cells->used, 0, cells->capacity);
    cells->count = 0;
    cells->rest = value;
}

void cells_copy(Run *run, Cells *to, const Cells *from)
{
    CHECK(to != from);
    cells_fill(to, from->rest);
    for (uint32_t i = 0; i < from->capacity; i++)
        if (from->used[i]) cells_set(run, to, from->keys[i], from->values[i]);
}

void cells_free(Run *run, Cells *cells)
{
    run_release(run, cells->keys);
    run_release(run, cells->values);
    run_release(run, cells->used);
    memset(cells, 0, sizeof *cells);
}
