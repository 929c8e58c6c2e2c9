/* Each thread has its own. */
#include <pthread.h>

__thread int g;

void *worker(void *p)
{
    (void)p;
    g = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    g = 2;
    pthread_join(thread, 0);
    return 0;
}
