// Places are given out by twos, from 1: none is the last one, since that is even.
#include <assert.h>
#include <pthread.h>

enum { PLACES = 601 };
static int next = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *arg)
{
    pthread_mutex_lock(&m);
    if (next + 1 < PLACES + 1) {
        assert(next + 1 < PLACES);
        next += 2;
    }
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, take, 0);
    }
}
