/* A comparison whose result is discarded reads what it compares. */
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
    (void)(g == 1);
    pthread_join(thread, 0);
    return 0;
}
