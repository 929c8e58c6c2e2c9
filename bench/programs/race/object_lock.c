/* A queue on the heap with a lock inside; an element is filled before it is put there. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct queue {
    pthread_mutex_t lock;
    struct node *head;
    int count;
};

void *produce(void *arg)
{
    struct queue *q = arg;
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->value = 1;
    pthread_mutex_lock(&q->lock);
    n->next = q->head;
    q->head = n;
    q->count++;
    pthread_mutex_unlock(&q->lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct queue *q = malloc(sizeof *q);
    if (!q) return 0;
    pthread_mutex_init(&q->lock, 0);
    q->head = 0;
    q->count = 0;
    pthread_create(&t, 0, produce, q);
    pthread_mutex_lock(&q->lock);
    if (q->head) q->count += q->head->value;
    pthread_mutex_unlock(&q->lock);
    pthread_join(t, 0);
    return 0;
}
