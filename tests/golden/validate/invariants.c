/* Threads count up to a limit, under a lock. The invariants hold, as C reads them. */
#include <assert.h>
#include <pthread.h>

unsigned char count, limit;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    int i = 0;
    while (i < 3) {
        pthread_mutex_lock(&m);
        if (count < limit)
            count++;
        assert(count <= limit);
        pthread_mutex_unlock(&m);
        i++;
    }
    return 0;
}

int main(void)
{
    limit = 200;
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], 0, worker, 0);
    return 0;
}
