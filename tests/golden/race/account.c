/* What was checked: accesses to memory that threads share. */
#include <pthread.h>

int f, g, h;

void *worker(void *p)
{
    (void)p;
    g = 1;
    h = 2;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int l = 1;
    f = l;
    pthread_join(thread, 0);
    return 0;
}
