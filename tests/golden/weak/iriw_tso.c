/* Two readers that do not agree in which order two flags were raised: acquire allows it, no interleaving does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int left, right;
int left_first, right_first;

void *raise_left(void *unused)
{
    atomic_store_explicit(&left, 1, memory_order_release);
    return unused;
}

void *raise_right(void *unused)
{
    atomic_store_explicit(&right, 1, memory_order_release);
    return unused;
}

void *look_left(void *unused)
{
    if (atomic_load_explicit(&left, memory_order_acquire) && !atomic_load_explicit(&right, memory_order_acquire))
        left_first = 1;
    return unused;
}

void *look_right(void *unused)
{
    if (atomic_load_explicit(&right, memory_order_acquire) && !atomic_load_explicit(&left, memory_order_acquire))
        right_first = 1;
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, raise_left, 0);
    pthread_create(&t[1], 0, raise_right, 0);
    pthread_create(&t[2], 0, look_left, 0);
    pthread_create(&t[3], 0, look_right, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!left_first || !right_first);
}
