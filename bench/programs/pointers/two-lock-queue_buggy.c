/*
 * Queue with two locks, with an error: see two-lock-queue.c for the program and the property.
 *
 * Bug: get reads the link of the first node before it takes the lock. Two threads get the same node.
 */
#include <assert.h>
#include <pthread.h>

struct node {
    int value;
    _Bool is_got;
    struct node *next;
};

struct node first, one, two;

struct queue {
    struct node *head, *tail;
    pthread_mutex_t head_mutex, tail_mutex;
} queue = {&first, &first, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void put(struct queue *q, struct node *node, int value)
{
    node->value = value;
    pthread_mutex_lock(&q->tail_mutex);
    q->tail->next = node;
    q->tail = node;
    pthread_mutex_unlock(&q->tail_mutex);
}

/* The new first node, whose value is the caller's; null when there is none. */
static struct node *get(struct queue *q)
{
    struct node *next = q->head->next; /* BUG: not under the lock */
    pthread_mutex_lock(&q->head_mutex);
    if (next) q->head = next;
    pthread_mutex_unlock(&q->head_mutex);
    return next;
}

void *producer(void *arg)
{
    put(&queue, arg, arg == &one ? 1 : 2);
    return 0;
}

void *consumer(void *arg)
{
    struct node *node = get(&queue);
    if (node) {
        assert(!node->is_got);
        node->is_got = 1;
        assert(node->value == (node == &one ? 1 : 2));
    }
    return arg;
}

int main(void)
{
    pthread_t p1, p2, thread;
    pthread_create(&p1, 0, producer, &one);
    pthread_create(&p2, 0, producer, &two);
    for (;;)
        pthread_create(&thread, 0, consumer, 0);
}
