/* What malloc gives is set behind the start of a thread that may read it before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *reader(void *unused)
{
    assert(*shared == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    if (!shared) return 1;
    pthread_create(&t, 0, reader, 0);
    *shared = 1;
    return 0;
}
