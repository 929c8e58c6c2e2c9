/* A function of the library that runs at the end may meet the other thread. */
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    setpwent();
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(endpwent);
    pthread_create(&t, 0, worker, 0);
}
