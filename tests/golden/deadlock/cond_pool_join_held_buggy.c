/* A pool in memory from malloc, its condition variable and its handles reached through pointers only; the lock is held over the joins. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    int count, jobs, closing;
    pthread_t *workers;
};

static void *serve(void *arg)
{
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->jobs == 0 && !p->closing) pthread_cond_wait(&p->work, &p->lock);
        if (p->jobs == 0) break;
        p->jobs--;
    }
    pthread_mutex_unlock(&p->lock);
    return 0;
}

static struct pool *pool_start(int count)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p) exit(1);
    p->workers = malloc(sizeof(pthread_t) * count);
    if (!p->workers) exit(1);
    p->count = count;
    pthread_mutex_init(&p->lock, 0);
    pthread_cond_init(&p->work, 0);
    for (int i = 0; i < count; i++) pthread_create(&p->workers[i], 0, serve, p);
    return p;
}

static void pool_stop(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = 1;
    pthread_cond_broadcast(&p->work);
    for (int i = 0; i < p->count; i++) pthread_join(p->workers[i], 0);
    pthread_mutex_unlock(&p->lock);
}

int main(void)
{
    struct pool *p = pool_start(2);
    pthread_mutex_lock(&p->lock);
    p->jobs++;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
    pool_stop(p);
    return 0;
}
