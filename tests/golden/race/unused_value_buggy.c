/* A value that nobody uses is read all the same. */
#include <pthread.h>

int g;

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
    int unused = g;
    (void)unused;
    pthread_join(thread, 0);
    return 0;
}
