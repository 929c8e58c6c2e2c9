/* Columns that meet. */
#include <pthread.h>

int a[2][2];

void *worker(void *p)
{
    (void)p;
    for (int i = 0; i < 2; i++) a[0][i] = i;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (int i = 0; i < 2; i++) a[i][1] = i;
    pthread_join(thread, 0);
    return 0;
}
