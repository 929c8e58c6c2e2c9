/* What malloc gives is set on one way to the read only: it may be anything on the other. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
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
    if (__VERIFIER_nondet_int()) *shared = 1;
    pthread_create(&t, 0, reader, 0);
    return 0;
}
