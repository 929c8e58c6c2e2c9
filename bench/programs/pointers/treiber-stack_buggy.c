/*
 * Lock-free stack, with an error: see treiber-stack.c. Here a thread takes both nodes, keeps the second and
 * puts the first back, while another takes one.
 *
 * Property: no node is on the stack that a thread has.
 * Bug: between reading the top and the compare-and-swap the top may go and come back (ABA). Its successor
 * of before, which the other thread has by then, becomes the top.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    _Bool is_taken;
};

struct node nodes[2];
struct node *_Atomic top;

static struct node *pop(void)
{
    struct node *node = top, *next;
    do {
        if (!node) return 0;
        next = node->next;
    } while (!atomic_compare_exchange_strong(&top, &node, next)); /* BUG: next may be out of date */
    return node;
}

static void push(struct node *node)
{
    struct node *old = top;
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

void *taker(void *arg)
{
    pop();
    return arg;
}

void *returner(void *arg)
{
    struct node *first = pop(), *second = pop();
    if (second) second->is_taken = 1;
    if (first) push(first);
    return arg;
}

int main(void)
{
    pthread_t t1, t2;
    nodes[1].next = &nodes[0];
    top = &nodes[1];
    pthread_create(&t1, 0, taker, 0);
    pthread_create(&t2, 0, returner, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(!top || !top->is_taken);
}
