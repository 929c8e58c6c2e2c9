/* Different elements. */
#include <pthread.h>

int a[4];

void *worker(void *p)
{
    (void)p;
    for (int i = 0; i < 4; i += 2) a[i] = i;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (int i = 1; i < 4; i += 2) a[i] = i;
    pthread_join(thread, 0);
    return 0;
}
