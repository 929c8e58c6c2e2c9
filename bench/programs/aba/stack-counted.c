/*
 * Lock-free stack with nodes from the heap, whose top is counted: one compare-and-swap of two words, here an atomic
 * section, changes the top and counts the change. Who meets another thread gives up.
 *
 * Property: no node is on the stack that a thread has.
 * Safe: a new node may have the address of one that was freed, but the count is another one. (What is read of a freed
 * node is thrown away.)
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct node {
    struct node *next;
    _Bool is_taken;
};

struct node *top;
unsigned count;

static struct node *node_new(struct node *next)
{
    struct node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->next = next;
    node->is_taken = 0;
    return node;
}

static _Bool swap(struct node *old, unsigned changes, struct node *new)
{
    __VERIFIER_atomic_begin();
    _Bool same = top == old && count == changes;
    if (same) {
        top = new;
        count++;
    }
    __VERIFIER_atomic_end();
    return same;
}

static struct node *pop(void)
{
    unsigned changes = count;
    struct node *node = top;
    if (node && !swap(node, changes, node->next)) node = 0;
    return node;
}

static void push(struct node *node)
{
    unsigned changes = count;
    swap(node->next, changes, node);
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
