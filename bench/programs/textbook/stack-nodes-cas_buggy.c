/*
 * Treiber's stack of allocated nodes: push by compare-and-swap, pop as well; popped nodes are not given back. Two
 * threads push one node each, and one pops two.
 *
 * Property: what is popped is what was pushed.
 * Buggy: its value is stored after the push.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *_Atomic top;

void *push(void *unused)
{
    struct node *node = malloc(sizeof *node);
    if (!node) return 0;
    node->value = 0;
    node->next = top;
    while (!atomic_compare_exchange_strong(&top, &node->next, node))
        ;
    node->value = 5;
    return 0;
}

void *pop(void *unused)
{
    struct node *node = top;
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next))
        ;
    if (node) assert(node->value == 5);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, push, 0);
    pthread_create(&thread, 0, pop, 0);
    pthread_create(&thread, 0, push, 0);
    pthread_create(&thread, 0, pop, 0);
    return 0;
}
