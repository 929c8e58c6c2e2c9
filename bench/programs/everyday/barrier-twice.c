/* Two threads write, wait at a barrier, read what the other has written, and so once more. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int a[2], b[2], c[2];

static void *work(void *which)
{
    int w = *(int *)which;
    a[w] = w + 1;
    pthread_barrier_wait(&barrier);
    b[w] = a[1 - w];
    pthread_barrier_wait(&barrier);
    c[w] = b[1 - w];
    return NULL;
}

int main(void)
{
    pthread_t s, t;
    int zero = 0, one = 1;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&s, NULL, work, &zero);
    pthread_create(&t, NULL, work, &one);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(c[0] == 1 && c[1] == 2);
}
