/*
 * Objects of which each has a lock and a state: idle, or busy with a thread inside. Threads pick one of a hundred.
 *
 * Property: an object that a thread has made busy is busy until that thread makes it idle.
 * Safe: the state is tested and set under the object's lock.
 */
#include <assert.h>
#include <pthread.h>

#define OBJECTS 100

unsigned __VERIFIER_nondet_uint(void);

struct object {
    pthread_mutex_t lock;
    _Bool busy;
};

struct object objects[OBJECTS];

static _Bool begin(struct object *object)
{
    _Bool begun = 0;
    pthread_mutex_lock(&object->lock);
    if (!object->busy) {
        object->busy = 1;
        begun = 1;
    }
    pthread_mutex_unlock(&object->lock);
    return begun;
}

static void end(struct object *object)
{
    pthread_mutex_lock(&object->lock);
    assert(object->busy);
    object->busy = 0;
    pthread_mutex_unlock(&object->lock);
}

void *worker(void *unused)
{
    struct object *object = &objects[__VERIFIER_nondet_uint() % OBJECTS];
    if (begin(object)) end(object);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
