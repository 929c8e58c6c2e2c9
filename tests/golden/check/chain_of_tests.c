// A stack that is tested for being full before it grows: what bounds `top` is the test, which no single run needs.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 300 };
static int top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (top != SIZE) {
            assert(top < SIZE);
            top++;
        }
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, push, 0);
    return 0;
}
