/* Changed by what it was before: any number, and one more. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *reader(void *unused)
{
    assert(*shared != 8);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    if (!shared) return 1;
    *shared = *shared + 1;
    pthread_create(&t, 0, reader, 0);
    return 0;
}
