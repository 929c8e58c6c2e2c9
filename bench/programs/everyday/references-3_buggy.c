/* Three threads and main share an object and count their references; the last one frees it.
 * Buggy: the last but one frees it, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int data;
};

static void drop(struct object *o)
{
    if (atomic_fetch_sub(&o->references, 1) <= 2) {
        o->data = 0;
        free(o);
    }
}

static void *use(void *arg)
{
    struct object *o = arg;
    assert(o->data == 7);
    drop(o);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    pthread_t t[3];
    if (!o) return 0;
    atomic_init(&o->references, 1);
    o->data = 7;
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&o->references, 1);
        pthread_create(&t[i], NULL, use, o);
    }
    drop(o);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
