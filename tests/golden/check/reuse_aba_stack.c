/* The ABA error: main has read the top and its successor; the other thread takes both nodes, keeps the second, frees the
 * first, and puts what malloc gives on the stack: at the address that main still expects there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int owned; };
static _Atomic(struct node *) top;
static void push(struct node *n)
{
    struct node *t = atomic_load(&top);
    do n->next = t; while (!atomic_compare_exchange_strong(&top, &t, n));
}
static struct node *pop(void)
{
    struct node *t = atomic_load(&top);
    while (t && !atomic_compare_exchange_strong(&top, &t, t->next)) ;
    return t;
}
static void *other(void *u)
{
    struct node *a = pop();
    struct node *b = pop();
    if (a && b) {
        b->owned = 1;
        free(a);
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->owned = 0;
        push(n);
    }
    return 0;
}
int main(void)
{
    struct node *b = malloc(sizeof *b), *a = malloc(sizeof *a);
    if (!a || !b) return 0;
    a->owned = b->owned = 0;
    push(b);
    push(a);
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    struct node *x = pop();
    struct node *y = pop();
    assert(!y || !y->owned);
    return 0;
}
