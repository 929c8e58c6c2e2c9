/* Growable arrays. Declare with VEC(T); the elements are data[0..count-1]. Memory belongs to a run. */
#ifndef CHORUS_BASE_VEC_H
#define CHORUS_BASE_VEC_H

#include "base/check.h"
#include "base/run.h"

#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        uint32_t count, capacity;                                                                                      \
    }

void *vec_grow(Run *run, void *data, uint32_t *capacity, uint32_t need, size_t element_size);

#define vec_reserve(run, v, n)                                                                                         \
    ((n) <= (v)->capacity ? (void)0                                                                                    \
                          : (void)((v)->data = vec_grow((run), (v)->data, &(v)->capacity, (n), sizeof *(v)->data)))
#define vec_push(run, v, x) (vec_reserve((run), (v), (v)->count + 1), (void)((v)->data[(v)->count++] = (x)))
#define vec_pop(v) ((v)->data[vec_index_of_last((v)->count--)])
#define vec_last(v) ((v)->data[vec_index_of_last((v)->count)])
#define vec_clear(v) ((void)((v)->count = 0))
#define vec_free(run, v) (run_release((run), (v)->data), (v)->data = NULL, (v)->count = 0, (void)((v)->capacity = 0))
#define vec_resize(run, v, n)                                                                                          \
    (vec_reserve((run), (v), (n)), vec_zero_tail((v)->data, (v)->count, (n), sizeof *(v)->data),                       \
     (void)((v)->count = (n)))

/* For the macros above. */
static inline uint32_t vec_index_of_last(uint32_t count)
{
    CHECK(count > 0);
    return count - 1;
}
void vec_zero_tail(void *data, uint32_t from, uint32_t to, size_t element_size);

#endif
