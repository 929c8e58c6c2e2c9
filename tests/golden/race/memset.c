/* And no others. */
#include <string.h>
#include <pthread.h>

int a[4];

void *worker(void *p)
{
    (void)p;
    a[2] = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    memset(a, 0, 2 * sizeof *a);
    pthread_join(thread, 0);
    return 0;
}
