/* An address that is sent is received. */
#include <pthread.h>
#include <unistd.h>

static int x, ends[2];

static void *worker(void *unused)
{
    int *p;
    if (read(ends[0], &p, sizeof p) == sizeof p) *p = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    int *p = &x;
    pipe(ends);
    pthread_create(&t, 0, worker, 0);
    write(ends[1], &p, sizeof p);
    x = 2;
    pthread_join(t, 0);
}
