/* Four questions, one of which has the answer no: a cell is used under two locks. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER,
                d = PTHREAD_MUTEX_INITIALIZER;
int inside_a, inside_b, inside_c, inside_d;

static void enter(pthread_mutex_t *lock, int *inside)
{
    pthread_mutex_lock(lock);
    ++*inside;
    assert(*inside == 1);
    --*inside;
    pthread_mutex_unlock(lock);
}

void *worker(void *unused)
{
    enter(&a, &inside_a);
    enter(&b, &inside_b);
    enter(&b, &inside_c); /* the wrong lock */
    enter(&c, &inside_c);
    enter(&d, &inside_d);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
