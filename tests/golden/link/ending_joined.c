/* When main returns the thread is joined. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void look(void) { assert(done == 1); }

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (atexit(look) != 0) return 1;
    pthread_create(&thread, NULL, work, NULL);
#ifndef RUNNING
    pthread_join(thread, NULL);
#endif
    return 0;
}
