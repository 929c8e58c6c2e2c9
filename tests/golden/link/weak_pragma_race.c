#include <pthread.h>

/* Without the probe both threads write. */
void probe(void);
#pragma weak probe
int count;

static void *worker(void *a)
{
    count++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (!probe) count++;
    pthread_join(t, 0);
}
