/*
 * Reference count, with an error: see reference-count.c for the program and the property.
 *
 * Bug: decrement and test are two steps. Two threads see zero, and both free the object.
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
    atomic_fetch_sub(&object->references, 1);
    if (object->references == 0) { /* BUG: the zero may be that of another thread */
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
