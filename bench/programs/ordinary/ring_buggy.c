/* A bounded buffer: two producers, two consumers, each of which takes its share.
   Mistake: a consumer asks once whether there is something, not again after it has waited. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 4
#define ITEMS 10

struct ring {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    unsigned slots[SIZE];
    unsigned in, out, count;
};

static void ring_init(struct ring *r)
{
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->not_empty, NULL);
    pthread_cond_init(&r->not_full, NULL);
    r->in = r->out = r->count = 0;
}

static void ring_destroy(struct ring *r)
{
    pthread_cond_destroy(&r->not_full);
    pthread_cond_destroy(&r->not_empty);
    pthread_mutex_destroy(&r->lock);
}

static void ring_put(struct ring *r, unsigned value)
{
    pthread_mutex_lock(&r->lock);
    while (r->count == SIZE)
        pthread_cond_wait(&r->not_full, &r->lock);
    r->slots[r->in] = value;
    r->in = (r->in + 1) % SIZE;
    r->count++;
    pthread_cond_signal(&r->not_empty);
    pthread_mutex_unlock(&r->lock);
}

static unsigned ring_get(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    if (r->count == 0)
        pthread_cond_wait(&r->not_empty, &r->lock);
    assert(r->count > 0);
    unsigned value = r->slots[r->out];
    r->out = (r->out + 1) % SIZE;
    r->count--;
    pthread_cond_signal(&r->not_full);
    pthread_mutex_unlock(&r->lock);
    return value;
}

static void *producer(void *arg)
{
    struct ring *r = arg;
    for (unsigned i = 1; i <= ITEMS; i++)
        ring_put(r, i);
    return NULL;
}

static void *consumer(void *arg)
{
    struct ring *r = arg;
    unsigned sum = 0;
    for (int i = 0; i < ITEMS; i++)
        sum += ring_get(r);
    printf("consumed %u\n", sum);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    struct ring *r = malloc(sizeof *r);
    if (!r) {
        perror("malloc");
        return 1;
    }
    ring_init(r);
    for (int i = 0; i < 4; i++) {
        if (pthread_create(&threads[i], NULL, i < 2 ? producer : consumer, r) != 0) {
            fprintf(stderr, "cannot create thread %d\n", i);
            exit(1);
        }
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    ring_destroy(r);
    free(r);
    return 0;
}
