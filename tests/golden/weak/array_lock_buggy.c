// Leaving hands nothing on.
#include <pthread.h>
#include <stdatomic.h>
#define N 3
static _Atomic(_Bool) gates[N] = {1};
static atomic_uint next;
static int turns;
static void *worker(void *arg)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed) % N;
    while (!atomic_load_explicit(&gates[mine], memory_order_acquire)) { }
    turns++;
    atomic_store_explicit(&gates[mine], 0, memory_order_relaxed);
    atomic_store_explicit(&gates[(mine + 1) % N], 1, memory_order_relaxed);
    return arg;
}
int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return turns;
}
