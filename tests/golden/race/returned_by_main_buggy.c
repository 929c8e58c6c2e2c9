/* What main returns is read while the thread may still run. */
#include <pthread.h>

int g;

void *worker(void *p)
{
    g = 1;
    return p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return g;
}
