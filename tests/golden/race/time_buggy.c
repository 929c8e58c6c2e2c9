/* time stores through its argument. */
#include <time.h>
#include <pthread.h>

time_t now;

void *worker(void *p)
{
    (void)p;
    now = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    time(&now);
    pthread_join(thread, 0);
    return 0;
}
