/* A detached thread is not waited for. */
#include <pthread.h>

int g;

void *worker(void *p)
{
    g++;
    return p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    g = 2;
    return 0;
}
