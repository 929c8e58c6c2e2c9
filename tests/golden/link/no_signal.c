#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *worker(void *a)
{
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_kill(t, 0);
    kill(getpid(), 0);
    assert(0);
}
