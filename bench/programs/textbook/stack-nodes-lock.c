/*
 * A stack of allocated nodes under one lock. Any number of threads push.
 *
 * Property: after its push, as long as it has the lock, a thread finds its node on top.
 * Safe: the stack is changed under the lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node *top;
unsigned size;

void *push(void *unused)
{
    struct node *node = malloc(sizeof *node);
    if (!node) return 0;
    node->value = 1;
    pthread_mutex_lock(&lock);
    node->next = top;
    assert(node->next == top);
    top = node;
    assert(top->value == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, push, 0);
}
