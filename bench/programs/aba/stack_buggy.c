/*
 * Lock-free stack with nodes from the heap (Treiber), with an error: see stack.c. Who meets another thread gives up.
 *
 * Property: no node is on the stack that a thread has.
 * Bug: the node that a thread looks at may be freed, and a new one get its address and become the top (ABA). The
 * compare-and-swap finds what it expects; the successor of before becomes the top, which another thread has by then.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    _Bool is_taken;
};

struct node *_Atomic top;

static struct node *node_new(struct node *next)
{
    struct node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->next = next;
    node->is_taken = 0;
    return node;
}

static struct node *pop(void)
{
    struct node *node = top;
    if (node && !atomic_compare_exchange_strong(&top, &node, node->next)) node = 0; /* BUG: next may be out of date */
    return node;
}

static void push(struct node *node)
{
    struct node *old = node->next;
    atomic_compare_exchange_strong(&top, &old, node);
}

void *taker(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t t;
    top = node_new(node_new(0));
    pthread_create(&t, 0, taker, 0);
    struct node *first = pop(), *second = pop();
    if (second) second->is_taken = 1;
    if (first) {
        free(first);
        push(node_new(0));
    }
    pthread_join(t, 0);
    assert(!top || !top->is_taken);
}
