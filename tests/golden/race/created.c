/* What main does before the creation and after the join. */
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
    g = 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    g = 2;
    return 0;
}
