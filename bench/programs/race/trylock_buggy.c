/* A cache that is refreshed by whoever gets the lock at once; the others count that in plain memory. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int cache, misses;

void *lookup(void *unused)
{
    while (1) {
        if (pthread_mutex_trylock(&lock) != 0) {
            misses++;
            continue;
        }
        cache++;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, lookup, 0);
}
