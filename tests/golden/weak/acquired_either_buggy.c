/* Which location the reader acquires is not known: a message of the other one orders nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic int y1, y2;
static void *a(void *p) {
    atomic_init(&y2, 1);
    atomic_store_explicit(&y1, 1, memory_order_release);
    return 0;
}
static void *b(void *p) {
    while (atomic_load_explicit(&y1, memory_order_relaxed) != 1) ;
    _Atomic int *q = rand() ? &y1 : &y2;
    int r = atomic_load_explicit(q, memory_order_acquire);
    return (void *)(long)r;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
