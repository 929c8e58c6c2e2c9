/*
 * Stack with a lock, with an error: see list-stack-lock.c for the program and the property.
 *
 * Bug: the top is read before the lock is taken: two pushes link their nodes to the same one, and
 * the first of them is lost.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *top;

static void push(struct node *node)
{
    node->next = top; /* BUG: not under the lock */
    pthread_mutex_lock(&mutex);
    top = node;
    pthread_mutex_unlock(&mutex);
}

static struct node *pop(void)
{
    pthread_mutex_lock(&mutex);
    struct node *node = top;
    if (node) top = node->next;
    pthread_mutex_unlock(&mutex);
    return node;
}

static struct node *node_new(int value)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node) exit(1);
    node->value = value;
    return node;
}

void *producer(void *arg)
{
    push(arg);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    struct node *a = node_new(1), *b = node_new(2);
    pthread_create(&t1, 0, producer, a);
    pthread_create(&t2, 0, producer, b);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    struct node *first = pop(), *second = pop();
    assert(first && second);
    assert(first != second);
    assert(first->value + second->value == 3);
    assert(!pop());
    free(first);
    free(second);
}
