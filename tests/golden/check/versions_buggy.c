/* As versions, but the version is even again before both values are written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_uint version, low, high;

void *write_both(void *unused)
{
    pthread_mutex_lock(&lock);
    if (version < 500) {
        version++;
        low++;
        version++;
        high++;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

void *read_both(void *unused)
{
    unsigned before = version;
    if (before % 2 == 0) {
        unsigned l = low, h = high;
        if (version == before) assert(l == h);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, write_both, 0);
        pthread_create(&thread, 0, read_both, 0);
    }
}
