/* Random numbers (splitmix64): the same seed gives the same sequence everywhere. */
#ifndef CHORUS_BASE_RNG_H
#define CHORUS_BASE_RNG_H

#include <stdint.h>

#include "base/check.h"

typedef struct Rng {
    uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* 0 .. limit-1; limit > 0 */
static inline uint32_t rng_below(Rng *rng, uint32_t limit)
{
    CHECK(limit > 0);
    return (uint32_t)(rng_next(rng) % limit);
}

#endif
