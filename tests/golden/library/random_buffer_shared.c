/* Two threads give random the same array: glibc has a lock of its own there. */
#include <pthread.h>
#include <stdlib.h>

static char numbers[64];

static void *seed(void *arg)
{
    initstate(1, numbers, sizeof numbers);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, seed, NULL);
    initstate(2, numbers, sizeof numbers);
    pthread_join(t, NULL);
    return 0;
}
