// A snapshot of two numbers that one thread moves: good if the number of changes has stayed the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_uint changes;
static atomic_int sent, received;
static void *mover(void *arg)
{
    for (unsigned c; (c = changes) < 4000000;) {
        changes = c + 1;
        int n = sent + 1;
        sent = n;
        received = n;
        changes = c + 2;
    }
    return arg;
}
static bool take(int *s, int *r)
{
    unsigned c = changes;
    if (c & 1) return false;
    *s = sent;
    *r = received;
    return changes == c;
}
static void *watcher(void *arg)
{
    int s, r;
    if (take(&s, &r)) assert(s == r);
    return arg;
}
int main(void)
{
    pthread_t m, t;
    pthread_create(&m, 0, mover, 0);
    for (;;) pthread_create(&t, 0, watcher, 0);
}
