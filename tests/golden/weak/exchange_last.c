/* Of two exchanges the later one reads from the earlier one, also if nobody wants what it reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int letter, turn;
int missed;

void *one(void *arg)
{
    atomic_store_explicit(&letter, 1, memory_order_relaxed);
    atomic_exchange_explicit(&turn, 1, memory_order_release);
    return arg;
}

void *two(void *arg)
{
    atomic_exchange_explicit(&turn, 2, memory_order_acquire);
    missed = !atomic_load_explicit(&letter, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (atomic_load_explicit(&turn, memory_order_relaxed) == 2) assert(!missed);
}
