/* Two readers that do not agree in which order two flags were raised: not with seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int left, right;
int left_first, right_first;

void *raise_left(void *unused)
{
    atomic_store_explicit(&left, 1, memory_order_seq_cst);
    return unused;
}

void *raise_right(void *unused)
{
    atomic_store_explicit(&right, 1, memory_order_seq_cst);
    return unused;
}

void *look_left(void *unused)
{
    if (atomic_load(&left) && !atomic_load(&right))
        left_first = 1;
    return unused;
}

void *look_right(void *unused)
{
    if (atomic_load(&right) && !atomic_load(&left))
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
