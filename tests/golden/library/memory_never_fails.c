/* There always is memory, as --malloc says: the lock is given back. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *last;

static void *make(void *unused)
{
    pthread_mutex_lock(&lock);
    long *next = malloc(sizeof *next);
    if (!next) return unused;
    *next = 1;
    free(last);
    last = next;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, make, 0);
    make(0);
    pthread_join(t, 0);
    return 0;
}
