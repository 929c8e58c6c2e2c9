/* Two may end the program, and its function is called once: that is not modelled. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int calls;

static void last(void)
{
    calls++;
    assert(calls == 1);
}

static void *work(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    atexit(last);
    pthread_create(&thread, NULL, work, NULL);
    return 0;
}
