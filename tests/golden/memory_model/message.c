/* A flag of the strongest order passes the item on; that the item does not race is found by asking for data races only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int item;
atomic_int is_ready;

void *one(void *arg)
{
    (void)arg;
    item = 7;
    is_ready = 1;
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    if (is_ready) assert(item == 7);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
