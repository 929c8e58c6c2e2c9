/* There is no end of threads. */
#include <assert.h>
#include <pthread.h>
int x;

static void *work(void *arg)
{
    (void)arg;
    x = 1;
    return NULL;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        assert(x <= 1);
    }
}
