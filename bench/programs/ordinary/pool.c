/* A pool of threads with a queue of jobs: who destroys the pool waits until the queue is empty and the workers ended. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    void (*run)(void *arg);
    void *arg;
    struct job *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct job *head, *tail;
    int stopping;
    int threads;
    pthread_t *handles;
};

static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long sum;

static void *worker(void *arg)
{
    struct pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->head && !pool->stopping)
            pthread_cond_wait(&pool->work, &pool->lock);
        struct job *job = pool->head;
        if (!job)
            break;
        pool->head = job->next;
        if (!pool->head)
            pool->tail = NULL;
        pthread_mutex_unlock(&pool->lock);
        job->run(job->arg);
        free(job);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void pool_destroy(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = 1;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->handles[i], NULL);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool->handles);
    free(pool);
}

static struct pool *pool_create(int threads)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->handles = calloc((size_t)threads, sizeof *pool->handles);
    if (!pool->handles) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&pool->handles[i], NULL, worker, pool) != 0) {
            pool_destroy(pool);
            return NULL;
        }
        pool->threads++;
    }
    return pool;
}

static int pool_submit(struct pool *pool, void (*run)(void *), void *arg)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        return -1;
    job->run = run;
    job->arg = arg;
    job->next = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->tail)
        pool->tail->next = job;
    else
        pool->head = job;
    pool->tail = job;
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    return 0;
}

static void square(void *arg)
{
    const unsigned *value = arg;
    pthread_mutex_lock(&sum_lock);
    sum += (unsigned long)*value * *value;
    pthread_mutex_unlock(&sum_lock);
}

int main(int argc, char **argv)
{
    static unsigned values[16];
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > 64) {
        fprintf(stderr, "usage: %s [THREADS]\n", argv[0]);
        return 2;
    }
    struct pool *pool = pool_create(threads);
    if (!pool) {
        fprintf(stderr, "cannot create the pool\n");
        return 1;
    }
    for (unsigned i = 0; i < 16; i++) {
        values[i] = i;
        if (pool_submit(pool, square, &values[i]) != 0)
            fprintf(stderr, "job %u is lost\n", i);
    }
    pool_destroy(pool);
    printf("sum of squares %lu\n", sum);
    return 0;
}
