/* A spin lock before a flexible array member, whose length is a variable. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct buf {
    pthread_spinlock_t lock;
    int n;
    int data[];
};
static struct buf *b;
static void *f(void *a)
{
    (void)a;
    pthread_spin_lock(&b->lock);
    for (int i = 0; i < b->n; i++)
        b->data[i]++;
    pthread_spin_unlock(&b->lock);
    return 0;
}
int main(void)
{
    pthread_t t;
    int n = 3;
    b = malloc(sizeof *b + n * sizeof(int));
    if (!b) return 1;
    b->n = n;
    pthread_spin_init(&b->lock, 0);
    for (int i = 0; i < n; i++)
        b->data[i] = i;
    pthread_create(&t, 0, f, 0);
    pthread_spin_lock(&b->lock);
    int v = b->data[1];
    pthread_spin_unlock(&b->lock);
    pthread_join(t, 0);
    assert(v == 1 || v == 2);
    assert(b->data[2] == 3);
    return 0;
}
