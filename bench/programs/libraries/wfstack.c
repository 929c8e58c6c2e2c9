// wfstack of liburcu, which ends in the number 1: two threads push, one pops: what goes in comes out, once.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/wfstack.h>

static struct __cds_wfs_stack stack;
static struct cds_wfs_node nodes[2];

static void *producer(void *arg)
{
    cds_wfs_push(&stack, arg);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    __cds_wfs_init(&stack);
    for (int i = 0; i < 2; i++)
        cds_wfs_node_init(&nodes[i]);
    pthread_create(&threads[0], NULL, producer, &nodes[0]);
    pthread_create(&threads[1], NULL, producer, &nodes[1]);
    struct cds_wfs_node *first = __cds_wfs_pop_blocking(&stack);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (!first) first = __cds_wfs_pop_blocking(&stack);
    struct cds_wfs_node *second = __cds_wfs_pop_blocking(&stack);
    assert(first == &nodes[0] || first == &nodes[1]);
    assert(second == &nodes[0] || second == &nodes[1]);
    assert(first != second);
    assert(!__cds_wfs_pop_blocking(&stack));
}
