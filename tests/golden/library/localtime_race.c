/* Both calls write the same memory of the library, which both threads read. */
#include <pthread.h>
#include <time.h>

static void *worker(void *unused)
{
    time_t now = 0;
    struct tm *date = localtime(&now);
    return date && date->tm_sec ? unused : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
}
