/* setenv takes a lock that getenv does not. */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    setenv("MODE", "fast", 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    getenv("HOME");
    pthread_join(t, 0);
}
