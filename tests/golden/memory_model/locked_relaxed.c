/* Under a lock the order of an atomic access makes no difference. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int count;

static void work(void)
{
    pthread_mutex_lock(&lock);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

void *one(void *arg)
{
    (void)arg;
    work();
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    work();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
    return 0;
}
