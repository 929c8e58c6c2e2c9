// lfstack of liburcu: two threads push, one pops: what goes in comes out, once.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/lfstack.h>

static struct __cds_lfs_stack stack;
static struct cds_lfs_node nodes[2];

static void *producer(void *arg)
{
    cds_lfs_push(&stack, arg);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    __cds_lfs_init(&stack);
    pthread_create(&threads[0], NULL, producer, &nodes[0]);
    pthread_create(&threads[1], NULL, producer, &nodes[1]);
    struct cds_lfs_node *first = __cds_lfs_pop(&stack);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (!first) first = __cds_lfs_pop(&stack);
    struct cds_lfs_node *second = __cds_lfs_pop(&stack);
    assert(first == &nodes[0] || first == &nodes[1]);
    assert(second == &nodes[0] || second == &nodes[1]);
    assert(first != second);
    assert(!__cds_lfs_pop(&stack));
}
