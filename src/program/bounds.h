/* How large the values of variables ever are. Types only: who finds bounds and who checks them share nothing else
 * (facts/bounds/growth.h, kernel/bounds.h). */
#ifndef CHORUS_PROGRAM_BOUNDS_H
#define CHORUS_PROGRAM_BOUNDS_H

#include "program/program.h"

/* Variables whose values come from each other, from those of groups before, and from constants. Read as signed numbers,
 * all values that any of them ever has are from -most to most; elements, of arrays. Values that a local has by chance
 * when its thread starts, and that no edge reads, do not count. */
typedef struct BoundGroup {
    uint64_t most;
    VEC(VarId) vars; /* shared ones and locals; each in one group at most */
} BoundGroup;

typedef struct Bounds {
    VEC(BoundGroup) groups;
} Bounds;

/* What is always so of a bit-vector or Boolean, or of the elements of an array. UINT64_MAX for mathematical integers.
 */
static inline uint64_t bounds_of_sort(Sort sort)
{
    if (sort.kind == SORT_BOOL) return 1;
    return sort.width ? UINT64_C(1) << (sort.width - 1) : UINT64_MAX;
}

#endif
