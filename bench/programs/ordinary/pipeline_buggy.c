/* Three stages, joined by two queues: numbers are read, squared, and summed up. 0 is the end.
   Mistake: who takes from a queue signals that it is not empty, where somebody may wait for room. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOM 2

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    unsigned long items[ROOM];
    unsigned head, count;
};

struct stage {
    struct queue *from, *to;
    unsigned long limit;
};

static struct queue *queue_new(void)
{
    struct queue *q = calloc(1, sizeof *q);
    if (!q) {
        perror("queue_new");
        exit(1);
    }
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    pthread_cond_init(&q->not_full, NULL);
    return q;
}

static void queue_free(struct queue *q)
{
    pthread_cond_destroy(&q->not_full);
    pthread_cond_destroy(&q->not_empty);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

static void queue_push(struct queue *q, unsigned long item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == ROOM)
        pthread_cond_wait(&q->not_full, &q->lock);
    q->items[(q->head + q->count) % ROOM] = item;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}

static unsigned long queue_pop(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->not_empty, &q->lock);
    unsigned long item = q->items[q->head];
    q->head = (q->head + 1) % ROOM;
    q->count--;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static void *produce(void *arg)
{
    struct stage *s = arg;
    for (unsigned long i = 1; i <= s->limit; i++)
        queue_push(s->to, i);
    queue_push(s->to, 0);
    return NULL;
}

static void *square(void *arg)
{
    struct stage *s = arg;
    unsigned long item;
    while ((item = queue_pop(s->from)) != 0)
        queue_push(s->to, item * item);
    queue_push(s->to, 0);
    return NULL;
}

int main(void)
{
    struct queue *raw = queue_new(), *squares = queue_new();
    struct stage first = {NULL, raw, 20}, second = {raw, squares, 0};
    pthread_t producer, squarer;
    unsigned long item, sum = 0;

    if (pthread_create(&producer, NULL, produce, &first) != 0 ||
        pthread_create(&squarer, NULL, square, &second) != 0) {
        fprintf(stderr, "pthread_create failed\n");
        exit(1);
    }
    while ((item = queue_pop(squares)) != 0)
        sum += item;
    pthread_join(producer, NULL);
    pthread_join(squarer, NULL);
    printf("sum %lu\n", sum);
    queue_free(raw);
    queue_free(squares);
    return 0;
}
