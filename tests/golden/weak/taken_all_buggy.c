// A relaxed push: what is in the nodes need not be there yet.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *_Atomic top;
static void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    if (!n) return arg;
    n->value = 1;
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_relaxed, memory_order_relaxed)) { }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, push, 0);
    struct node *n = atomic_exchange_explicit(&top, 0, memory_order_acquire);
    int sum = 0;
    while (n) { struct node *next = n->next; sum += n->value; free(n); n = next; }
    return sum;
}
