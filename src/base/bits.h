/* Small sets of at most 256 elements, as values. */
#ifndef CHORUS_BASE_BITS_H
#define CHORUS_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"

#define BITS_MAX 256

typedef struct Bits {
    uint64_t w[BITS_MAX / 64];
} Bits;

static inline bool bits_get(const Bits *b, uint32_t i)
{
    CHECK(i < BITS_MAX);
    return (b->w[i >> 6] >> (i & 63)) & 1;
}
static inline void bits_set(Bits *b, uint32_t i, bool value)
{
    CHECK(i < BITS_MAX);
    uint64_t m = UINT64_C(1) << (i & 63);
    b->w[i >> 6] = value ? (b->w[i >> 6] | m) : (b->w[i >> 6] & ~m);
}
static inline bool bits_equal(const Bits *a, const Bits *b)
{
    return a->w[0] == b->w[0] && a->w[1] == b->w[1] && a->w[2] == b->w[2] && a->w[3] == b->w[3];
}
static inline Bits bits_and(Bits a, Bits b)
{
    for (int i = 0; i < BITS_MAX / 64; i++)
        a.w[i] &= b.w[i];
    return a;
}
static inline Bits bits_or(Bits a, Bits b)
{
    for (int i = 0; i < BITS_MAX / 64; i++)
        a.w[i] |= b.w[i];
    return a;
}
static inline bool bits_any(const Bits *a) { return (a->w[0] | a->w[1] | a->w[2] | a->w[3]) != 0; }

#endif
