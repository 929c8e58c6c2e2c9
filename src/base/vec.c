#include "base/vec.h"

#include <string.h>

#include "base/check.h"

void *vec_grow(Run *run, void *data, uint32_t *capacity, uint32_t need, size_t element_size)
{
    CHECK(need > *capacity && (data || !*capacity)); /* a vector that was copied and freed has neither */
    uint32_t n = *capacity ? *capacity : 8;
    while (n < need) {
        if (n > UINT32_MAX / 2) run_stop(run, STOP_MEMORY, "out of memory");
        n *= 2;
    }
    data = run_realloc(run, data, (size_t)n * element_size);
    *capacity = n;
    return data;
}

void vec_zero_tail(void *data, uint32_t from, uint32_t to, size_t element_size)
{
    CHECK(data || to <= from);
    if (to > from) memset((char *)data + (size_t)from * element_size, 0, (size_t)(to - from) * element_size);
}
