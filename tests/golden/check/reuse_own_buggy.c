/* Every thread has its own memory, and may be given again what it freed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q) return 0;
    assert(p != q);
    free(p);
    char *r = malloc(8);
    if (!r) return 0;
    assert(r != p);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
