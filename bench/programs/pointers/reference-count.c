/*
 * Reference count: main and two threads share an object from the heap. Main takes a reference for each
 * thread before it starts it; a thread uses the object and drops its reference, and the last one frees it.
 * Freeing is a flag here, so that a use after it can be seen.
 *
 * Property: nobody uses the object, or frees it, after it was freed.
 * Safe: the thread whose decrement gives zero is the last that has a reference.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_uint references;
    _Bool is_freed;
};

static void drop(struct object *object)
{
    if (atomic_fetch_sub(&object->references, 1) == 1) {
        assert(!object->is_freed);
        object->is_freed = 1;
    }
}

void *worker(void *arg)
{
    struct object *object = arg;
    assert(!object->is_freed);
    drop(object);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct object *object = calloc(1, sizeof *object);
    if (!object) return 1;
    object->references = 1;
    for (int i = 0; i < 2; i++) {
        atomic_fetch_add(&object->references, 1);
        pthread_create(&thread, 0, worker, object);
    }
    drop(object);
    pthread_exit(0);
}
