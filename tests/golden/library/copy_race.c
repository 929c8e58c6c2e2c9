/* A copy of variable size reads and writes: it may race. */
#include <pthread.h>
#include <string.h>

static char from[100], to[100];
unsigned any(void);

static void *worker(void *unused)
{
    memcpy(to, from, any());
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    from[2] = 'x';
    pthread_join(t, 0);
}
