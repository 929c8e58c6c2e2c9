// A sequence lock whose reader waits until no writer is at work, and reads again until the number has stayed the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag writing = ATOMIC_FLAG_INIT;
static atomic_ulong version;
static atomic_int x, y;
static void *move(void *arg)
{
    while (atomic_flag_test_and_set(&writing))
        ;
    unsigned long v = atomic_load(&version);
    if (v < 4000000000) {
        atomic_store(&version, v + 1);
        atomic_store(&x, 7 - atomic_load(&x));
        atomic_store(&y, 7 - atomic_load(&y));
        atomic_store(&version, v + 2);
    }
    atomic_flag_clear(&writing);
    return arg;
}
static void *look(void *arg)
{
    unsigned long v;
    int a, b;
    do {
        while ((v = atomic_load(&version)) & 1)
            ;
        a = atomic_load(&x);
        b = atomic_load(&y);
    } while (atomic_load(&version) != v);
    assert(a == b);
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, move, 0);
        pthread_create(&t, 0, look, 0);
    }
}
