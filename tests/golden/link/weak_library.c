#include <assert.h>
#include <pthread.h>

/* The library has it: programs ask for it so, to run without threads. */
#pragma weak pthread_create
int done;

static void *worker(void *a)
{
    done = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    if (pthread_create) {
        pthread_create(&t, 0, worker, 0);
        pthread_join(t, 0);
    } else
        worker(0);
    assert(done);
}
