// wfcqueue of liburcu: two threads enqueue, one dequeues: what goes in comes out, once.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

static struct __cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[2];

static void *producer(void *arg)
{
    cds_wfcq_enqueue(&head, &tail, arg);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    __cds_wfcq_init(&head, &tail);
    for (int i = 0; i < 2; i++)
        cds_wfcq_node_init(&nodes[i]);
    pthread_create(&threads[0], NULL, producer, &nodes[0]);
    pthread_create(&threads[1], NULL, producer, &nodes[1]);
    struct cds_wfcq_node *first = __cds_wfcq_dequeue_blocking(&head, &tail);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (!first) first = __cds_wfcq_dequeue_blocking(&head, &tail);
    struct cds_wfcq_node *second = __cds_wfcq_dequeue_blocking(&head, &tail);
    assert(first == &nodes[0] || first == &nodes[1]);
    assert(second == &nodes[0] || second == &nodes[1]);
    assert(first != second);
    assert(!__cds_wfcq_dequeue_blocking(&head, &tail));
}
