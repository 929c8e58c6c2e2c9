/* Another thread than the one that starts it waits for a thread. */
#include <assert.h>
#include <pthread.h>

pthread_t t;
int x, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *f(void *arg)
{
    x = 1;
    return 0;
}

void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    int r = ready;
    pthread_mutex_unlock(&m);
    if (r) {
        pthread_join(t, 0);
        assert(x == 1);
    }
    return 0;
}

int main(void)
{
    pthread_t w;
    pthread_create(&w, 0, waiter, 0);
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, f, 0);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(w, 0);
}
