/* A configuration that is written before the first thread starts, and read by any number of them. */
#include <pthread.h>

struct {
    int limit, step;
} config;
static const int primes[] = {2, 3, 5, 7};

void *work(void *unused)
{
    int n = 0;
    while (n < config.limit)
        n += config.step * primes[1];
    return 0;
}

int main(void)
{
    pthread_t t;
    config.limit = 10;
    config.step = 2;
    while (1)
        pthread_create(&t, 0, work, 0);
}
