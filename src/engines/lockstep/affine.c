#include "engines/lockstep/affine.h"

#include <string.h>

static uint64_t mask(unsigned width) { return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

/* How often 2 divides it; the width, for 0. */
static unsigned valuation(const Affine *a, uint64_t x)
{
    x &= mask(a->width);
    unsigned n = 0;
    if (!x) return a->width;
    for (; !(x & 1); x >>= 1)
        n++;
    return n;
}

/* Of an odd number, modulo 2^64: each step doubles the bits that are right. */
static uint64_t inverse(uint64_t x)
{
    uint64_t y = x;
    CHECK(x & 1);
    for (int i = 0; i < 6; i++)
        y *= 2 - x * y;
    return y;
}

void affine_init(Run *run, Affine *a, unsigned width, uint32_t coordinates)
{
    *a = (Affine){.run = run, .width = width, .columns = coordinates + 1};
}

void affine_clear(Affine *a)
{
    for (uint32_t i = 0; i < a->rows.count; i++)
        run_release(a->run, a->rows.data[i].entries);
    vec_free(a->run, &a->rows);
}

/* row -= factor * other */
static void subtract(const Affine *a, uint64_t *row, const uint64_t *other, uint64_t factor)
{
    for (uint32_t c = 0; c < a->columns; c++)
        row[c] = (row[c] - factor * other[c]) & mask(a->width);
}

static bool is_zero_row(const Affine *a, const uint64_t *row)
{
    for (uint32_t c = 0; c < a->columns; c++)
        if (row[c]) return false;
    return true;
}

static bool affine_contains_point(const Affine *a, const uint64_t *point)
{
    uint64_t *row = run_alloc(a->run, a->columns * sizeof *row);
    memcpy(row, point, a->columns * sizeof *row);
    bool inside = true;
    for (uint32_t i = 0; i < a->rows.count && inside; i++) {
        const AffineRow *r = &a->rows.data[i];
        inside = valuation(a, row[r->pivot]) >= r->power;
        if (inside) subtract(a, row, r->entries, row[r->pivot] >> r->power);
    }
    inside = inside && is_zero_row(a, row);
    run_release(a->run, row);
    return inside;
}

/* Brings the rows from `done` on into the form that the header says: the entry that 2 divides least often becomes the
 * next pivot. */
static bool eliminate_next(Affine *a, uint32_t done)
{
    uint32_t row = 0, column = 0;
    unsigned least = a->width;
    for (uint32_t i = done; i < a->rows.count; i++)
        for (uint32_t c = 0; c < a->columns; c++)
            if (valuation(a, a->rows.data[i].entries[c]) < least) {
                least = valuation(a, a->rows.data[i].entries[c]);
                row = i;
                column = c;
            }
    if (least == a->width) return false;
    AffineRow pivot = a->rows.data[row];
    a->rows.data[row] = a->rows.data[done];
    uint64_t unit = inverse(pivot.entries[column] >> least);
    for (uint32_t c = 0; c < a->columns; c++)
        pivot.entries[c] = (pivot.entries[c] * unit) & mask(a->width);
    pivot.pivot = column;
    pivot.power = least;
    a->rows.data[done] = pivot;
    for (uint32_t i = done + 1; i < a->rows.count; i++) {
        uint64_t *entries = a->rows.data[i].entries;
        if (entries[column]) subtract(a, entries, pivot.entries, entries[column] >> least);
    }
    return true;
}

bool affine_add(Affine *a, const uint64_t *point)
{
    uint64_t *row = run_alloc(a->run, a->columns * sizeof *row);
    row[0] = 1;
    for (uint32_t c = 1; c < a->columns; c++)
        row[c] = point[c - 1] & mask(a->width);
    if (a->rows.count && affine_contains_point(a, row)) {
        run_release(a->run, row);
        return false;
    }
    vec_push(a->run, &a->rows, ((AffineRow){row, 0, 0}));
    uint32_t done = 0;
    while (done < a->rows.count && eliminate_next(a, done))
        done++;
    for (uint32_t i = done; i < a->rows.count; i++)
        run_release(a->run, a->rows.data[i].entries);
    a->rows.count = done;
    return true;
}

static bool is_pivot(const Affine *a, uint32_t column)
{
    for (uint32_t i = 0; i < a->rows.count; i++)
        if (a->rows.data[i].pivot == column) return true;
    return false;
}

void affine_equations(const Affine *a, AffineEquations *out)
{
    for (uint32_t free = 0; free < a->columns; free++) {
        if (is_pivot(a, free)) continue;
        uint64_t *e = run_alloc(a->run, a->columns * sizeof *e);
        e[free] = 1;
        for (uint32_t i = a->rows.count; i-- > 0;) {
            const AffineRow *r = &a->rows.data[i];
            uint64_t sum = 0;
            for (uint32_t c = 0; c < a->columns; c++)
                sum += (r->entries[c] >> r->power) * e[c];
            uint64_t left = mask(a->width) >> r->power; /* modulo 2^(width - power) */
            uint64_t value = (0 - sum) & left;
            if (value > left / 2) value |= ~left; /* the number nearest to 0 */
            e[r->pivot] = value & mask(a->width);
        }
        vec_push(a->run, out, e);
    }
}
