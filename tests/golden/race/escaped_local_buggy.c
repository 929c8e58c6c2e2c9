/* A local of main that another thread reaches. */
#include <pthread.h>

void *worker(void *p)
{
    *(int *)p = 1;
    return 0;
}

int main(void)
{
    int x = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &x);
    x = 2;
    pthread_join(thread, 0);
    return 0;
}
