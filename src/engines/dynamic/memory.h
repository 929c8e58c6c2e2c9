/* Arrays that are changed in place: memory of a program while it runs. Nothing is undone. */
#ifndef CHORUS_ENGINES_DYNAMIC_MEMORY_H
#define CHORUS_ENGINES_DYNAMIC_MEMORY_H

#include "base/run.h"

/* All zero: every element is 0. */
typedef struct Cells {
    uint64_t rest; /* of elements that are not there */
    uint64_t *keys, *values;
    bool *used;
    uint32_t count, capacity; /* a power of two, or 0 */
} Cells;

uint64_t cells_get(const Cells *cells, uint64_t index);
void cells_set(Run *run, Cells *cells, uint64_t index, uint64_t value);
/* All elements have the value. Memory is kept. */
void cells_fill(Cells *cells, uint64_t value);
void cells_copy(Run *run, Cells *to, const Cells *from);
void cells_free(Run *run, Cells *cells);

#endif
