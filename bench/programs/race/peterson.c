/* Peterson: flags and a turn keep two threads out of each other's way; only these are atomic. */
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];
atomic_int turn;
int shared;

static void section(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&turn, !me);
    while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me)
        ;
    shared++;
    atomic_store(&wants[me], 0);
}

void *other(void *unused)
{
    while (1)
        section(1);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    while (1)
        section(0);
}
