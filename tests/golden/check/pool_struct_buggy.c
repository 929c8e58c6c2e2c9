/* As pool_struct.c, but the first thread is not waited for. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pool {
    pthread_mutex_t lock;
    int done;
    pthread_t threads[64];
    int size;
};

static void *work(void *arg)
{
    struct pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    pool->done++;
    pthread_mutex_unlock(&pool->lock);
    return 0;
}

static void pool_start(struct pool *pool, int size)
{
    pool->size = size;
    pool->done = 0;
    pthread_mutex_init(&pool->lock, 0);
    for (int i = 0; i < pool->size; i++)
        if (pthread_create(&pool->threads[i], 0, work, pool)) abort();
}

static void pool_wait(struct pool *pool)
{
    for (int i = 1; i < pool->size; i++)
        pthread_join(pool->threads[i], 0);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 0 || size > 64) return 1;
    struct pool pool;
    pool_start(&pool, size);
    pool_wait(&pool);
    assert(pool.done == size);
    return 0;
}
