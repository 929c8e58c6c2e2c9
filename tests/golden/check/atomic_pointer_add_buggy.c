/* The same, with an assertion that fails. */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
#include <stdatomic.h>
struct n {
    int v;
    struct n *next;
};
static struct n *head;
static int arr[4];
static int *cur = arr;
static _Atomic(int *) c11 = arr;
static void *f(void *a)
{
    struct n *x = __sync_fetch_and_add(&head, 0);
    if (x) assert(x->v == 5);
    (void)a;
    return 0;
}
int main(void)
{
    pthread_t t;
    struct n *p = malloc(sizeof *p);
    if (!p) return 0;
    p->v = 5;
    p->next = 0;
    pthread_create(&t, 0, f, 0);
    __sync_lock_test_and_set(&head, p);
    int *q = __sync_fetch_and_add(&cur, sizeof(int));
    *q = 1;
    *cur = 2;
    assert(arr[0] == 1 && arr[1] == 2);
    q = atomic_fetch_add(&c11, 2);
    assert(q == arr);
    *atomic_load(&c11) = 9;
    assert(arr[2] == 9);
    q = atomic_fetch_sub(&c11, 1);
    assert(*c11 == 2);
    struct n *h = __sync_fetch_and_or(&head, 0);
    assert(h == p);
    h = __sync_add_and_fetch(&head, 0);
    assert(h == p);
    assert(*cur == 1);
    pthread_join(t, 0);
    return 0;
}
