/* Set to one of two values before a thread starts, and to its own value nowhere. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *shared;

void *reader(void *unused)
{
    assert(*shared == 1 || *shared == 2);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    if (!shared) return 1;
    if (__VERIFIER_nondet_int())
        *shared = 1;
    else
        *shared = 2;
    for (;;)
        pthread_create(&t, 0, reader, 0);
}
