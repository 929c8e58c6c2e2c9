/* An event that several threads wait for: main reads the input, then lets them go. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct event {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    atomic_int is_set;
};

struct worker {
    pthread_t thread;
    struct event *start;
    const int *input;
    long result;
};

static struct event *event_new(void)
{
    struct event *e = malloc(sizeof *e);
    if (!e)
        return NULL;
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->cond, NULL);
    atomic_init(&e->is_set, 0);
    return e;
}

static void event_wait(struct event *e)
{
    if (atomic_load(&e->is_set))
        return;
    pthread_mutex_lock(&e->lock);
    while (!atomic_load(&e->is_set))
        pthread_cond_wait(&e->cond, &e->lock);
    pthread_mutex_unlock(&e->lock);
}

static void event_set(struct event *e)
{
    pthread_mutex_lock(&e->lock);
    atomic_store(&e->is_set, 1);
    pthread_cond_broadcast(&e->cond);
    pthread_mutex_unlock(&e->lock);
}

static void event_free(struct event *e)
{
    pthread_cond_destroy(&e->cond);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

static void *worker_run(void *arg)
{
    struct worker *w = arg;
    event_wait(w->start);
    w->result = 2L * *w->input;
    return NULL;
}

int main(void)
{
    enum { WORKERS = 2 };
    struct worker workers[WORKERS];
    struct event *start = event_new();
    int input = 0, started = 0;
    if (!start) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    for (int i = 0; i < WORKERS; i++) {
        workers[i].start = start;
        workers[i].input = &input;
        workers[i].result = 0;
        if (pthread_create(&workers[i].thread, NULL, worker_run, &workers[i]) != 0)
            break;
        started++;
    }
    if (scanf("%d", &input) != 1)
        input = 21;
    event_set(start);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        printf("worker %d: %ld\n", i, workers[i].result);
    }
    event_free(start);
    return 0;
}
