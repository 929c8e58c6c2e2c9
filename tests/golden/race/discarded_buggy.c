/* A value that is read and discarded. */
#include <pthread.h>

int g, *q = &g;

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
    *q;
    pthread_join(thread, 0);
    return 0;
}
