/*
 * Queue for one producer and one consumer, without lock: a linked list that starts with a node whose
 * value is already taken. The producer appends nodes from the heap at the tail, the consumer follows
 * the links at the head.
 *
 * Property: the consumer gets the values in the order in which they were put.
 * Safe: a node is complete before it is linked.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *_Atomic next;
};

struct queue {
    struct node *head; /* of the consumer */
    struct node *tail; /* of the producer */
};

struct queue queue;

static struct node *node_new(void)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node) exit(1);
    return node;
}

static void put(struct queue *q, struct node *node, int value)
{
    node->value = value;
    q->tail->next = node;
    q->tail = node;
}

/* 0 when there is nothing. */
static int get(struct queue *q)
{
    struct node *next = q->head->next;
    if (!next) return 0;
    q->head = next;
    return next->value;
}

void *producer(void *arg)
{
    struct queue *q = arg;
    put(q, node_new(), 1);
    put(q, node_new(), 2);
    return 0;
}

void *consumer(void *arg)
{
    struct queue *q = arg;
    int wanted = 1;
    for (;;) {
        int value = get(q);
        if (value) {
            assert(value == wanted);
            wanted++;
        }
    }
    return 0;
}

int main(void)
{
    pthread_t p, c;
    queue.head = queue.tail = node_new();
    pthread_create(&p, 0, producer, &queue);
    pthread_create(&c, 0, consumer, &queue);
    pthread_join(p, 0);
    pthread_join(c, 0);
}
