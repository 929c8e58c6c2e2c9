/* The condition of a branch is read. */
#include <pthread.h>

int g, h;

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
    if (g) h = 1;
    pthread_join(thread, 0);
    return 0;
}
